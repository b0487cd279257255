"""What the API takes and gives."""

from __future__ import annotations

from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from webui.box.settings import sound_region

WIND = validate.OneOf(list("ESWN"))
ID = validate.Regexp(r"^[0-9a-zA-Z]{1,32}$")


LYING = validate.Regexp(r"^[0-9a-f]{0,32}$")
LYING_DOC = {"description": "the hand that lies on the table, as this phone shows it; empty for none"}


class Strict(Schema):
    """Unknown fields are an error: a misspelt one must not be ignored in silence."""

    class Meta:
        unknown = RAISE


class ErrorBody(Schema):
    code = fields.String(required=True, metadata={"description": "stable, for programs"})
    message = fields.String(required=True, metadata={"description": "for people, in their language"})
    facts = fields.Dict(required=True)


class Problem(Schema):
    error = fields.Nested(ErrorBody, required=True)


class ScoreRequest(Strict):
    hand = fields.String(required=True, validate=validate.Length(1, 200))
    self_draw = fields.Boolean(load_default=False)
    last_tile = fields.Boolean(load_default=False)
    wall_last = fields.Boolean(load_default=False)
    kong = fields.Boolean(load_default=False)
    seat = fields.String(load_default="E", validate=WIND)
    round = fields.String(load_default="E", validate=WIND)
    flowers = fields.Integer(load_default=0, strict=True, validate=validate.Range(0, 8))
    rules = fields.String(load_default="mcr", validate=validate.Length(1, 20))


class WhichRules(Schema):
    rules = fields.String(load_default="mcr", validate=validate.Length(1, 20))


class FanOut(Schema):
    key = fields.String(required=True)
    zh = fields.String(required=True)
    en = fields.String(required=True)
    points = fields.Integer(required=True)


class Me(Schema):
    name = fields.String(required=True)
    csrf = fields.String(required=True, metadata={"description": "send it back as X-CSRFToken"})
    language = fields.String(required=True)


class Rename(Strict):
    name = fields.String(required=True, validate=validate.Length(0, 100))


class EyeState(Schema):
    state = fields.String(required=True, validate=validate.OneOf(["loading", "ready", "failed"]))
    sample = fields.Boolean(required=True, metadata={"description": "a sample photograph is offered"})


class AtTable(Schema):
    table = fields.String(
        load_default=None, validate=ID, metadata={"description": "lay the hand on this table"}
    )


class Lying(Schema):
    lying = fields.String(load_default=None, validate=LYING, metadata=LYING_DOC)


class Laying(Lying, AtTable):
    pass


class Zone(Schema):
    zone = fields.String(
        load_default="",
        validate=validate.Length(0, 60),
        metadata={"description": "whose clock dates follow: `Asia/Shanghai`; else this machine's"},
    )


class NewHand(Strict):
    hand = fields.String(load_default=None, allow_none=True, validate=validate.Length(0, 200))
    table = fields.String(load_default=None, allow_none=True, validate=ID)
    lying = fields.String(load_default=None, allow_none=True, validate=LYING, metadata=LYING_DOC)


class OneEdit(Strict):
    """`kind` and its facts; docs/webui.md lists them."""

    kind = fields.String(required=True, validate=validate.Length(1, 20))
    facts = fields.Dict(keys=fields.String(), load_default=dict)


class Edits(Strict):
    base = fields.Integer(required=True, strict=True, metadata={"description": "the version edited"})
    edits = fields.List(fields.Nested(OneEdit), required=True, validate=validate.Length(1, 50))


class TileOut(Schema):
    id = fields.Integer(required=True)
    symbol = fields.String(required=True, metadata={"description": "what counts now"})
    tile = fields.String(required=True, metadata={"description": "what the picture says"})
    read_as = fields.String(required=True, metadata={"description": "what the rules made of it"})
    corrected = fields.String(required=True, allow_none=True, metadata={"description": "what a person said"})
    p = fields.Float(required=True)
    alternatives = fields.List(fields.List(fields.Raw()), required=True)
    quad = fields.List(fields.List(fields.Float()), required=True, allow_none=True)
    role = fields.String(required=True)
    group = fields.Integer(required=True)
    by = fields.String(required=True, allow_none=True)


class HandOut(Schema):
    id = fields.String(required=True)
    table = fields.String(required=True, allow_none=True)
    version = fields.Integer(required=True)
    status = fields.String(required=True)
    corrects = fields.Integer(required=True, allow_none=True, metadata={"description": "number from 0"})
    hand = fields.String(required=True)
    tiles = fields.List(fields.Nested(TileOut), required=True)
    situation = fields.Dict(required=True)
    flowers = fields.Integer(required=True)
    winner = fields.Integer(required=True, allow_none=True)
    discarder = fields.Integer(required=True, allow_none=True)
    claim = fields.List(fields.String(), required=True, allow_none=True)
    agreed_by = fields.List(fields.Integer(), required=True)
    photo = fields.Dict(required=True, allow_none=True)
    score = fields.Dict(required=True, allow_none=True, metadata={"description": "as `hule score --json`"})
    missing = fields.Dict(
        required=True, allow_none=True, metadata={"description": "what is to be done first"}
    )
    ready = fields.Dict(
        required=True, allow_none=True, metadata={"description": "why it cannot go into the match yet"}
    )
    claimed = fields.Dict(
        required=True, allow_none=True, metadata={"description": "the claim beside the count, fan by fan"}
    )
    range = fields.Dict(required=True, allow_none=True)
    what_if = fields.Dict(required=True)


class EditOut(Schema):
    version = fields.Integer(required=True)
    kind = fields.String(required=True)
    facts = fields.Dict(required=True)
    by = fields.String(required=True, allow_none=True)
    at = fields.DateTime(required=True)


def errors(*statuses: int) -> dict[str, Any]:
    """Alternative answers for a route's document."""
    return {str(status): {"description": "see `error.code`", "schema": Problem} for status in statuses}


NAME = validate.Length(0, 60)
SECRET = validate.Length(1, 40)


class NewTable(Strict):
    name = fields.String(load_default="", validate=NAME)
    code = fields.String(load_default=None, allow_none=True, validate=SECRET)
    pin = fields.String(load_default=None, allow_none=True, validate=SECRET)
    blind = fields.Boolean(load_default=False)
    tileset = fields.String(load_default=None, allow_none=True, validate=ID)
    agree = fields.Integer(load_default=1, strict=True, validate=validate.Range(1, 4))
    hands = fields.Integer(load_default=16, strict=True, validate=validate.OneOf([4, 8, 12, 16]))


class TableOptions(Strict):
    name = fields.String(validate=NAME)
    tileset = fields.String(
        allow_none=True, validate=ID, metadata={"description": "the taught set that lies on the table"}
    )
    blind = fields.Boolean()
    agree = fields.Integer(strict=True, validate=validate.Range(1, 4))
    locked = fields.Boolean()


class TableLine(Schema):
    id = fields.String(required=True)
    name = fields.String(required=True)
    players = fields.List(fields.String(), required=True)
    watchers = fields.Integer(required=True)


class SeatOut(Schema):
    chair = fields.Integer(required=True)
    name = fields.String(required=True)
    who = fields.String(required=True, allow_none=True, metadata={"description": "whose phone sits here"})


class TableOut(Schema):
    id = fields.String(required=True)
    version = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatOut), required=True)
    here = fields.List(
        fields.String(), required=True, metadata={"description": "`who` of every phone that follows now"}
    )
    options = fields.Dict(required=True)
    match = fields.Dict(required=True, metadata={"description": "totals, rows of the sheet, history"})
    hand = fields.Nested(HandOut, required=True, allow_none=True)
    put_away = fields.Boolean(
        required=True, metadata={"description": "a hand was put away that can be brought back"}
    )


class MyRights(Schema):
    who = fields.String(required=True)
    name = fields.String(required=True)
    chair = fields.Integer(required=True, allow_none=True)
    referee = fields.Boolean(required=True)
    let_in = fields.Boolean(required=True)
    may_act = fields.Boolean(required=True)
    may_sit = fields.Boolean(required=True)


class TakeSeat(Strict):
    name = fields.String(load_default="", validate=NAME)
    me = fields.Boolean(load_default=True)


class Secret(Strict):
    secret = fields.String(required=True, validate=SECRET)


class NewSecret(Strict):
    secret = fields.String(required=True, allow_none=True, validate=SECRET)


class Action(Strict):
    kind = fields.String(required=True, validate=validate.Length(1, 20))
    facts = fields.Dict(keys=fields.String(), load_default=dict)


class PenaltyOut(Schema):
    key = fields.String(required=True)
    name = fields.String(required=True)
    points = fields.Integer(required=True)
    shared = fields.Boolean(required=True, metadata={"description": "goes to the others, else to nobody"})


class RemarkOut(Schema):
    code = fields.String(required=True)
    message = fields.String(required=True)


class LookOut(Schema):
    brightness = fields.Float(required=True, metadata={"description": "mean, 0 to 255"})
    sharpness = fields.Float(required=True, metadata={"description": "compare it while turning the lens"})
    glare = fields.Float(required=True, metadata={"description": "share that is burnt out, 0 to 1"})
    remarks = fields.List(fields.Nested(RemarkOut), required=True)


class TestOut(Schema):
    hand = fields.String(required=True)
    tiles = fields.Integer(required=True)
    warnings = fields.List(fields.Nested(RemarkOut), required=True)
    ms = fields.Dict(required=True)


class BoxChange(Strict):
    rotation = fields.Integer(strict=True, validate=validate.OneOf([0, 90, 180, 270]))
    region = fields.List(
        fields.Float(validate=validate.Range(0, 1)),
        validate=[validate.Length(equal=4), lambda given: _region(given)],
        metadata={"description": "left, top, right, bottom of the table, as parts of the picture"},
    )
    exposure = fields.Float(
        validate=validate.Range(-2, 2), metadata={"description": "brighter or darker, in EV; Pi cameras only"}
    )
    table = fields.String(allow_none=True, validate=ID)


class BoxState(Schema):
    rotation = fields.Integer(required=True)
    region = fields.List(fields.Float(), required=True)
    exposure = fields.Float(required=True)
    table = fields.String(required=True, allow_none=True)
    pin = fields.Boolean(required=True, metadata={"description": "whether the box has a PIN of its own"})
    let_in = fields.Boolean(required=True, metadata={"description": "whether this phone may change it"})
    pin_wanted = fields.Boolean(required=True, metadata={"description": "whether a PIN would let it in"})


class PhoneClock(Strict):
    now = fields.Float(required=True, metadata={"description": "seconds since 1970"})


class BackupOut(Schema):
    file = fields.String(required=True)
    tables = fields.Integer(required=True)
    hands = fields.Integer(required=True)
    photos = fields.Integer(required=True)
    bytes = fields.Integer(required=True)


def _region(given: list[float]) -> None:
    if sound_region(given) is None:
        raise ValidationError("left, top, right, bottom, at least a tenth apart")


class CameraOut(Schema):
    there = fields.Boolean(required=True, metadata={"description": "phones are offered a camera"})
    state = fields.String(required=True, validate=validate.OneOf(["none", "looking", "ready", "failed"]))
    camera = fields.Dict(required=True, allow_none=True)
    problem = fields.Dict(required=True, allow_none=True)
