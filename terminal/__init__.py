"""What is typed in a terminal: a module a command, `add_NAME` for its arguments and `run_NAME` for its work.

`hule.py` lists them. All are imported whichever is called, so none loads anything heavy before it runs.
"""
