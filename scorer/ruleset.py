"""A rule set: the fan table with changes, each by name. Data only; `scorer.table` makes it ready to count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from typing import Any

from .errors import HandError
from .fan import Fan

Value = int | bool


@dataclass(frozen=True, slots=True)
class Option:
    """A point on which the sources differ.

    `default` is today's competition practice; `says` what a value other than no or 0 means; `source` who
    plays so (tags of `docs/rules.md`). `lifts` are pairs of fans that then may both count, `adds` pairs of
    which the second is then left out. `points` names the fan whose points the value is (0: no such fan).
    """

    name: str
    default: Value
    says: str
    source: str
    lifts: tuple[tuple[str, str], ...] = ()
    adds: tuple[tuple[str, str], ...] = ()
    points: str = ""


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A system of rules.

    `options` departs from the defaults of `scorer.rulesets.options`. `points` gives fans other values,
    `extra` adds fans, `fans` names those of the table that count (None: all), `leaves` adds to what one
    leaves out. `combine` is how fans make a total: `add` them, or `double` one point as often as they say;
    `cap` bounds it (but for a hand with one of the `uncapped` fans). `base` is what every payer pays beside
    the points (a discard's bystanders pay it alone, unless `discarder_pays_all`).
    """

    key: str
    zh: str
    en: str
    options: Mapping[str, Value] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    extra: tuple[Fan, ...] = ()
    fans: frozenset[str] | None = None
    leaves: Mapping[str, str] = field(default_factory=dict)
    combine: str = "add"
    cap: int | None = None
    uncapped: frozenset[str] = frozenset()
    base: int = 8
    discarder_pays_all: bool = False

    def option(self, name: str) -> Value:
        """The value of an option. Raises `HandError` (`unknown_option`) for a name there is none of."""
        options = known_options()
        if name not in options:
            raise HandError("unknown_option", value=name, known=", ".join(options))
        return self.options.get(name, options[name].default)

    @property
    def minimum(self) -> int:
        """The points, flowers apart, that a hand needs to win."""
        return int(self.option("minimum"))

    def with_options(self, **changes: Value) -> Ruleset:
        """The same rules with other options.

        >>> load("mcr").with_options(minimum=1).minimum
        1
        """
        for name in changes:
            self.option(name)
        return replace(self, options={**self.options, **changes})


@lru_cache(maxsize=1)
def known_options() -> Mapping[str, Option]:
    """Every option there is, by name."""
    from .rulesets.options import OPTIONS

    return {option.name: option for option in OPTIONS}


NAMES = ("mcr", "mcr-1998", "wmo-2006", "wmo-2014", "lianzhong")
"""The rule sets that come with the engine."""


@lru_cache(maxsize=64)
def load(text: str) -> Ruleset:
    """The rule set called `text`, options after a colon: `"mcr:minimum=1,knitted_body_wait=no"`.

    Raises `HandError`: `unknown_rules`, `unknown_option`, or `bad_value` for a value that is no number, yes
    or no.
    """
    name, _, options = text.partition(":")
    if name.strip() not in NAMES:
        raise HandError("unknown_rules", value=name, known=", ".join(NAMES))
    module: Any = import_module("scorer.rulesets." + name.strip().replace("-", "_"))
    rules: Ruleset = module.RULES
    if not options:
        return rules
    return rules.with_options(**dict(_assignment(part) for part in options.split(",")))


_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def _assignment(text: str) -> tuple[str, Value]:
    name, _, value = (part.strip() for part in text.partition("="))
    word = value.lower() or "yes"
    if word in _WORDS:
        return name, _WORDS[word]
    if not word.isdecimal():
        raise HandError("bad_value", field=name, value=value)
    return name, int(word)
