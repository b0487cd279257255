"""Rough handling: double taps, two at once, the back button, phones that leave, a server that restarts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Server, opened, shoot, sit
from tests.fixtures.eye import concealed

RIGHT = concealed("1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m 9m", winning="5m")
FAMILY = "👩‍👩‍👧‍👦 Großfürstin Wilhelmine von und zu"  # longer than a name may be


@pytest.fixture
def four(open_phone: Callable[..., Any], told_server: Callable[..., Server]) -> tuple[Server, list[Any]]:
    """A table of four, each with a phone."""
    server = told_server(RIGHT)
    pages = [open_phone("en") for _ in range(4)]
    address = opened(pages[0], server)
    for chair, (page, name) in enumerate(zip(pages, ("Anna", "Ben", "Carl", "Dora"), strict=True)):
        sit(page, address, name, chair)
    return server, pages


def test_photograph_off_whom_agree_are_three_taps(four: Any, photo: Path) -> None:
    """What the picture cannot show, and nothing else, is asked; all within reach of the thumb."""
    _, (anna, ben, *_) = four
    ben.set_input_files("input[name=camera]", photo)  # the first tap opens the phone's camera
    ben.locator("[data-key=off-0]").click()
    agree = ben.locator("[data-key=agree]:enabled")
    agree.wait_for()
    top = ben.evaluate("document.querySelector('[data-key=agree]').getBoundingClientRect().top")
    assert top > ben.viewport_size["height"] / 2  # in the lower half, without scrolling
    shoot(ben, "ready-en", full=False)
    agree.click()
    anna.wait_for_selector(".start")
    assert anna.locator(".seat .sum").all_inner_texts() == ["−99", "115", "−8", "−8"]


def test_another_winner_is_two_taps_away(four: Any, photo: Path) -> None:
    _, (anna, ben, *_) = four
    ben.set_input_files("input[name=camera]", photo)
    anna.locator("[data-key=who]").click()
    anna.locator("[data-key=won-by-2]").click()
    anna.locator("[data-key=self]").click()
    ben.locator("[data-key=agree]:enabled").wait_for()
    assert "Carl, self-drawn" in ben.locator(".bar").inner_text()


def test_a_double_tap_on_agree_enters_one_hand_and_nothing_else(four: Any, photo: Path) -> None:
    _, (anna, ben, *_) = four
    ben.set_input_files("input[name=camera]", photo)
    ben.locator("[data-key=off-0]").click()
    ben.wait_for_selector("[data-key=agree]:enabled")
    place = ben.evaluate("document.querySelector('[data-key=agree]').getBoundingClientRect().toJSON()")
    at = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    ben.touchscreen.tap(*at)
    anna.wait_for_selector(".start")
    ben.wait_for_selector(".start")
    ben.touchscreen.tap(*at)  # whatever lies there now
    ben.wait_for_timeout(500)
    ben.evaluate("document.querySelector('dialog')?.close()")
    anna.locator("[data-key=tab-sheet]").click()
    assert anna.locator(".scores .rownumber").count() == 1


def test_two_phones_agree_at_once_and_both_are_content(four: Any, photo: Path) -> None:
    _, (anna, ben, *_) = four
    ben.set_input_files("input[name=camera]", photo)
    ben.locator("[data-key=off-0]").click()
    for page in (anna, ben):
        page.locator("[data-key=agree]:enabled").wait_for()
    for page in (anna, ben):
        page.evaluate("void document.querySelector('[data-key=agree]').click()")
    for page in (anna, ben):
        page.wait_for_selector(".start")
        assert page.locator(".trouble").count() == 0
    ben.locator("[data-key=tab-sheet]").click()
    assert ben.locator(".scores .rownumber").count() == 1


def test_two_phones_enter_the_same_drawn_hand_and_it_counts_once(four: Any) -> None:
    _, (anna, ben, *_) = four
    for page in (anna, ben):
        page.locator("[data-key=draw]").click()
    anna.locator("[data-key=drawn]").click()
    ben.wait_for_selector(".toast")
    ben.locator("[data-key=drawn]").click()
    ben.wait_for_selector(".trouble[data-code=match_changed]")
    assert "Anna was faster" in ben.locator(".trouble").inner_text()
    shoot(ben, "faster-en", full=False)
    ben.locator("[data-key=trouble]").click()
    ben.locator("[data-key=tab-sheet]").click()
    assert ben.locator(".scores .rownumber").count() == 1


def test_who_is_here_and_who_is_away(
    four: Any, open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    _, (anna, *_, dora) = four
    anna.wait_for_function("() => document.querySelectorAll('.seat.here').length === 4")
    dora.close()
    anna.wait_for_selector("[data-key=seat-3].away")
    assert "phone away" in anna.locator("[data-key=seat-3]").get_attribute("aria-label")
    shoot(anna, "away-en", full=False)
    # Dora comes back with another phone, and takes her own seat.
    other = open_phone("zh")
    other.goto(anna.url)
    other.locator("[data-key=join-3]").click()
    other.wait_for_selector(".seat.mine")
    anna.wait_for_function("() => document.querySelectorAll('.seat.here').length === 4")
    assert other.locator(".seat.mine .who").inner_text() == "Dora"
    # Somebody who only watches is counted, and cannot act.
    guest = open_phone("en")
    guest.goto(anna.url)
    guest.locator("[data-key=watch]").click()
    anna.locator(".tablehead .link").filter(has_text="5 phones").wait_for()
    assert guest.locator("[data-key=camera], [data-key=draw], [data-key=agree]").count() == 0


def test_an_occupied_seat_is_not_taken_by_one_slip(four: Any, open_phone: Callable[..., Any]) -> None:
    _, (anna, *_) = four
    anna.wait_for_function("() => document.querySelectorAll('.seat.here').length === 4")
    guest = open_phone("en")
    guest.goto(anna.url)
    asked = []
    guest.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    guest.wait_for_selector("body[data-link=live]")
    guest.locator("[data-key=join-0]").click()
    guest.wait_for_timeout(300)
    assert len(asked) == 1 and "Anna" in asked[0]
    assert anna.locator(".seat.mine").count() == 1


def test_an_unagreed_hand_outlives_the_server(four: Any, photo: Path) -> None:
    server, (anna, ben, *_) = four
    ben.set_input_files("input[name=camera]", photo)
    ben.locator("[data-key=off-0]").click()
    anna.locator("[data-key=agree]:enabled").wait_for()
    server.process.kill()
    server.process.wait()
    anna.wait_for_selector("body[data-link=away]")
    assert anna.locator(".hand .tilebutton").count() == 14
    server.start()
    anna.wait_for_selector("body[data-link=live]")
    anna.locator("[data-key=agree]").click()
    ben.wait_for_selector(".start")
    assert ben.locator(".seat .sum").all_inner_texts() == ["−99", "115", "−8", "−8"]


def test_back_and_reload_stay_at_the_table(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    page = open_phone("en")
    sit(page, opened(page, told_server(RIGHT)), "Anna", 0)
    page.locator("[data-key=tab-sheet]").click()
    page.reload()
    page.wait_for_selector("[data-key=tab-sheet][aria-selected=true]")
    page.wait_for_selector(".scores")
    page.go_back()
    page.wait_for_selector("[data-key=tab-hand][aria-selected=true]")
    page.wait_for_selector("[data-key=draw]")


def test_a_mistyped_table_says_so_and_capitals_do_not_matter(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    page = open_phone("zh")
    server = told_server(RIGHT)
    address = opened(page, server)
    page.goto(address.replace("/t/", "/t/0"))
    page.locator(".problem").wait_for()
    shoot(page, "mistyped-zh", full=False)
    page.goto(server.url + "/t/" + address.rsplit("/", 1)[1].upper())
    page.wait_for_selector(".join")


def test_what_somebody_is_typing_stays_when_others_act(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    anna, ben = open_phone("zh"), open_phone("en")
    ben.goto(opened(anna, told_server(RIGHT)))
    ben.locator(".join input").press_sequentially("Benj")
    sit(anna, anna.url, "Anna", 0)
    ben.locator(".seat .who").filter(has_text="Anna").wait_for()
    ben.keyboard.type("amin")  # the field still has the focus, and the caret at its end
    ben.locator("[data-key=join-1]").click()
    anna.locator(".seat .who").filter(has_text="Benjamin").wait_for()
    # An opened list stays open, too.
    anna.locator("[data-key=tab-sheet]").click()
    anna.locator("[data-key=history] summary").click()
    ben.locator("[data-key=draw]").click()
    ben.locator("[data-key=drawn]").click()
    anna.locator("[data-key=history] li").nth(1).wait_for()
    assert anna.locator("[data-key=history][open]").count() == 1


@pytest.mark.parametrize("width", [390, 320])
def test_emoji_and_very_long_names_fit(
    open_phone: Callable[..., Any], told_server: Callable[..., Server], photo: Path, width: int
) -> None:
    page = open_phone("en", viewport={"width": width, "height": 660})
    sit(page, opened(page, told_server(RIGHT)), FAMILY, 0)
    assert page.locator(".seat.mine .who").inner_text().startswith(FAMILY[:7])  # the family stays together
    for chair in (1, 2, 3):
        page.locator(f"[data-key=seat-{chair}]").click()
        page.locator(".sheet input").fill("Wolfeschlegelsteinhausenb")
        page.locator(".sheet .primary").click()
        page.wait_for_selector(".sheet", state="detached")
    page.set_input_files("input[name=camera]", photo)
    page.locator("[data-key=won-by-1]").click()
    page.locator("[data-key=off-0]").click()
    page.locator("[data-key=agree]:enabled").wait_for()
    shoot(page, f"long-names-{width}", full=False)
    page.locator("[data-key=agree]").click()
    page.wait_for_selector(".start")
    for tab in ("sheet", "settings", "hand"):
        page.locator(f"[data-key=tab-{tab}]").click()
        shoot(page, f"long-names-{tab}-{width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, tab


@pytest.mark.parametrize("chosen", ["tile", "add"])
def test_what_was_begun_on_one_hand_does_not_change_the_next(four: Any, photo: Path, chosen: str) -> None:
    """Ben still has a list of tiles open while the hand is agreed and another one laid."""
    _, (anna, ben, *_) = four
    anna.set_input_files("input[name=camera]", photo)
    ben.locator(".hand .tilebutton").first.wait_for()
    ben.locator(".hand .tilebutton" if chosen == "tile" else ".hand .add").first.click()
    anna.locator("[data-key=self]").click()
    anna.locator("[data-key=agree]:enabled").click()
    anna.wait_for_selector(".start")
    anna.set_input_files("input[name=camera]", photo)
    anna.wait_for_selector(".hand .tilebutton")
    tiles = anna.locator(".hand .tilebutton").count()
    ben.locator(".sheet .picker [data-symbol='9s']").click()
    ben.wait_for_selector(".trouble[data-code=hand_closed]")
    assert anna.locator(".hand .tilebutton").count() == tiles
    assert anna.locator(".hand [aria-label^='9 of bamboo']").count() == 0


def test_a_turned_phone_keeps_everything_within_reach(four: Any, photo: Path) -> None:
    _, (anna, ben, *_) = four
    ben.set_input_files("input[name=camera]", photo)
    anna.locator(".hand .tilebutton").nth(3).click()
    for width, height in ((844, 390), (390, 844), (844, 390)):
        anna.set_viewport_size({"width": width, "height": height})
        assert anna.locator(".sheet[open]").count() == 1
        assert anna.evaluate("document.documentElement.scrollWidth") <= width
    shoot(anna, "turned-sheet", full=False)
    anna.locator(".sheet .picker [data-symbol=h]").scroll_into_view_if_needed()
    anna.locator(".sheet .close").click()
    bar = "document.querySelector('.bar').getBoundingClientRect().height / innerHeight"
    static = "getComputedStyle(document.querySelector('.bar')).position === 'static'"
    assert anna.evaluate(static) or anna.evaluate(bar) < 0.4, "the bar leaves room for the hand"
    anna.locator("[data-key=off-2]").click()
    anna.locator("[data-key=agree]:enabled").click()
    anna.wait_for_selector(".start")


@pytest.mark.parametrize(("page", "lang"), [("hand", "zh"), ("table", "zh"), ("table", "en")])
def test_a_file_that_is_far_too_large_is_not_even_sent(
    open_phone: Callable[..., Any],
    told_server: Callable[..., Server],
    tmp_path: Path,
    page: str,
    lang: str,
) -> None:
    film = tmp_path / "film.jpg"
    film.write_bytes(bytes(40 * 1024 * 1024))
    server = told_server(RIGHT)
    phone = open_phone(lang)
    sent = []
    phone.on("request", lambda request: sent.append(request.url) if "/photos" in request.url else None)
    if page == "table":
        sit(phone, opened(phone, server), "Anna", 0)
    else:
        phone.goto(server.url)
    phone.set_input_files("input[name=album]", film)
    phone.wait_for_selector(".trouble[data-code=too_large_bytes]")
    words = {"zh": "32 MB、80百万像素", "en": "32 MB and 80 megapixels"}[lang]
    assert words in phone.locator(".trouble").inner_text()
    assert not sent


def test_the_board_has_room_for_names(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    page = open_phone("en", viewport={"width": 1280, "height": 720})
    server = told_server(RIGHT)
    sit(page, opened(page, server), "Wilhelmina Schröder", 0)
    page.goto(server.url + "/board")
    one_line = """() => {
        const names = [...document.querySelectorAll('.player .who')];
        const name = names.find((e) => e.textContent.includes('Wilhelmina'));
        const line = name && parseFloat(getComputedStyle(name).lineHeight);
        return name && Math.round(name.getBoundingClientRect().height / line) === 1;
    }"""
    page.wait_for_function(one_line)  # not at once: the board is drawn anew when news come in


def test_only_the_winners_phone_declares(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    server = told_server(RIGHT)
    anna, ben = open_phone("en"), open_phone("zh")
    opened(anna, server, blind=True)
    sit(anna, anna.url, "Anna", 0)
    sit(ben, anna.url, "Ben", 1)
    anna.locator("[data-key=type]").click()
    anna.locator(".typed input").fill("1112345678999m+5m")
    anna.locator(".typed button").click()
    anna.locator("[data-key=won-by-1]").click()
    anna.wait_for_selector(".claim >> text=The winner is declaring")
    assert anna.locator(".barsum").count() == 0  # and sees no count before
    ben.locator("[data-key=claim-nine_gates]").click()
    ben.locator("[data-key=declare]").click()
    anna.wait_for_selector(".report")


def test_what_is_wrong_with_a_typed_hand_is_said_beside_it(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    page = open_phone("en")
    sit(page, opened(page, told_server(RIGHT)), "Anna", 0)
    page.locator("[data-key=type]").click()
    page.locator(".typed input").fill("111x")
    page.locator(".typed button").click()
    page.locator(".wrong").filter(has_text="character 4").wait_for()
    assert page.locator(".typed input").input_value() == "111x"
