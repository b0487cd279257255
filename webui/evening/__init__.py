"""A table's evening: the match as stored events, the sheet made from them, and its exports."""
