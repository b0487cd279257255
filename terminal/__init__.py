"""What is typed in a terminal: a module for each purpose; importing them loads nothing heavy."""
