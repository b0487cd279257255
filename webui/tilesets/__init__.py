"""Taught sets of tiles at the table: which one lies there, the pages, what corrections teach."""
