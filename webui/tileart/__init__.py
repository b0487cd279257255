"""The project's own drawings of the tiles; `python -m webui.tileart` writes static/tiles.svg anew."""
