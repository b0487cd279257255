"""Taught sets of tiles at the table: where they are kept, the commands, the pages, what corrections teach."""
