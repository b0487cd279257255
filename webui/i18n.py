"""Which language a request is answered in, and the catalogue as the page's scripts want it."""

from __future__ import annotations

from flask import has_request_context, request
from flask_babel import Babel, get_locale, get_translations
from flask_babel import lazy_gettext as _l

LANGUAGES = {"zh": "中文", "en": "English"}
COOKIE = "hule_lang"
babel = Babel()
N_ = _l


def pick_language() -> str:
    """`?lang=`, else the switch (a cookie), else what the phone prefers, else Chinese."""
    if not has_request_context():
        return "zh"
    for choice in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if choice in LANGUAGES:
            return str(choice)
    return request.accept_languages.best_match(list(LANGUAGES)) or "zh"


def language() -> str:
    """`zh` or `en`."""
    locale = get_locale()
    return "zh" if locale is None or locale.language == "zh" else "en"


def catalogue() -> dict[str, str]:
    """Every message with its words in the language of the request."""
    found = getattr(get_translations(), "_catalog", {})
    return {key: text for key, text in found.items() if isinstance(key, str) and key and text}
