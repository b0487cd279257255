"""The box above the table: what a Raspberry Pi needs besides the page. Camera, button, backup, doctor."""
