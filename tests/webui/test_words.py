"""Chinese and English complete, and the catalogue in use the one that is written."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tests.webui.conftest import Phone
from webui.words import PROBLEMS

ROOT = Path(__file__).resolve().parents[2]
CHINESE = ROOT / "webui" / "translations" / "zh" / "LC_MESSAGES" / "messages.po"
METHODS = [
    ("webui/**.py", "python"),
    ("webui/templates/**.html", "jinja2"),
    ("webui/static/js/**.js", "javascript"),
]
KEYWORDS = {"_": None, "gettext": None, "N_": None, "t": None}


def said() -> set[str]:
    found = extract_from_dir(str(ROOT), METHODS, keywords=KEYWORDS)
    return {message for _, _, message, _, _ in found if isinstance(message, str)}


def catalogue() -> dict[str, str]:
    with CHINESE.open("rb") as file:
        return {m.id: m.string for m in read_po(file) if m.id}


def test_every_string_has_chinese_words() -> None:
    known = catalogue()
    assert sorted(text for text in said() if not known.get(text)) == []


def test_no_chinese_words_are_left_over() -> None:
    assert sorted(set(catalogue()) - said()) == []


def test_the_facts_in_a_sentence_are_the_same_in_both_languages() -> None:
    facts = re.compile(r"%\((\w+)\)s")
    differ = [en for en, zh in catalogue().items() if set(facts.findall(en)) != set(facts.findall(zh))]
    assert differ == []


def test_the_compiled_catalogue_is_that_of_the_text() -> None:
    with CHINESE.open("rb") as file:
        out = io.BytesIO()
        write_mo(out, read_po(file))
    assert CHINESE.with_suffix(".mo").read_bytes() == out.getvalue()


def test_every_problem_that_is_raised_has_words() -> None:
    raised = set()
    for path in (ROOT / "webui").rglob("*.py"):
        raised |= set(re.findall(r"Problem\(\s*\"(\w+)\"", path.read_text(encoding="utf-8")))
    assert raised and raised <= set(PROBLEMS)


HEADERS = [
    ("zh-CN,zh;q=0.9", "zh-Hans"),
    ("zh-TW", "zh-Hans"),
    ("en-GB,en;q=0.8", "en"),
    ("fr-FR,en;q=0.5", "en"),
    ("", "zh-Hans"),
]


@pytest.mark.parametrize(("header", "lang"), HEADERS)
def test_the_phones_language_is_used(phone: Phone, header: str, lang: str) -> None:
    page = phone.client.get("/", headers={"Accept-Language": header}).get_data(as_text=True)
    assert f'<html lang="{lang}">' in page
