"""国标麻将 as competitions in China play it today (MIL): the defaults of every option."""

from __future__ import annotations

from ..ruleset import Ruleset

RULES = Ruleset("mcr", "国标麻将", "Chinese Official mahjong")
