"""The page where a set is taught."""

from __future__ import annotations

from flask import Blueprint, render_template

from vision.layout import ORDER

blueprint = Blueprint("tilesetpages", __name__)


@blueprint.get("/tilesets")
def tilesets() -> str:
    """Every set; the order to lay one in; what corrections taught it."""
    return render_template("tilesets.html", order=[[row, *symbols] for row, symbols in ORDER.items()])
