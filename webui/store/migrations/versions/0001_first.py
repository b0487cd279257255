"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "play_table",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("finished", sa.DateTime),
    )
    op.create_table(
        "seat",
        sa.Column("table_id", sa.String(12), sa.ForeignKey("play_table.id"), primary_key=True),
        sa.Column("chair", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("name", sa.String(40), nullable=False),
    )
    op.create_table(
        "photo",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(12), sa.ForeignKey("play_table.id")),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("reading", sa.JSON, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_table(
        "hand",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(12), sa.ForeignKey("play_table.id")),
        sa.Column("photo_id", sa.String(32), sa.ForeignKey("photo.id")),
        sa.Column("owner", sa.String(32)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("corrects", sa.Integer),
        sa.Column("draft", sa.JSON, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("updated", sa.DateTime, nullable=False),
    )
    op.create_index("hand_of_table", "hand", ["table_id", "status"])
    op.create_table(
        "hand_edit",
        sa.Column("hand_id", sa.String(32), sa.ForeignKey("hand.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("by", sa.String(40)),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "match_event",
        sa.Column("table_id", sa.String(12), sa.ForeignKey("play_table.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("hand_id", sa.String(32), sa.ForeignKey("hand.id")),
        sa.Column("person", sa.String(32)),
        sa.Column("by", sa.String(40)),
        sa.Column("at", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    for table in ("match_event", "hand_edit", "hand", "photo", "seat", "play_table"):
        op.drop_table(table)
