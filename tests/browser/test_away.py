"""The Wi-Fi is lost and comes back, the server is switched off and on: phones catch up by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.browser.conftest import Server, opened, sit
from tests.browser.test_table import MISREAD
from tests.fixtures.wifi import Wifi

LIVE, AWAY = "body[data-link=live]", "body[data-link=away]"


class Two(NamedTuple):
    """Anna's phone is always reached; Ben's over a Wi-Fi that can be lost."""

    anna: Any
    ben: Any
    wifi: Wifi
    server: Server

    def anna_enters_a_drawn_hand(self) -> None:
        self.anna.locator("[data-key=draw]").click()
        self.anna.locator("[data-key=drawn]").click()
        self.anna.locator(".handname").filter(has_text="hand 2").wait_for()

    def all_live(self) -> None:
        for page in (self.anna, self.ben):
            page.wait_for_selector(LIVE)


@pytest.fixture
def two(open_phone: Callable[..., Any], told_server: Callable[..., Server]) -> Iterator[Two]:
    server = told_server(MISREAD)
    anna, ben = open_phone("en"), open_phone("en")
    address = opened(anna, server)
    with Wifi(int(server.url.rsplit(":", 1)[1])) as wifi:
        sit(anna, address, "Anna", 0)
        sit(ben, address.replace(server.url, wifi.url), "Ben", 1)
        found = Two(anna, ben, wifi, server)
        found.all_live()
        yield found


@pytest.mark.parametrize("how", ["lose", "cut"])
def test_what_others_did_while_the_wifi_was_lost_is_there_afterwards(two: Two, how: str) -> None:
    getattr(two.wifi, how)()
    two.anna_enters_a_drawn_hand()
    two.ben.wait_for_selector(AWAY)  # a phone that hears nothing does not call itself live
    assert "hand 1 of 16" in two.ben.locator(".handname").inner_text()
    two.wifi.restore()
    two.ben.locator(".handname").filter(has_text="hand 2").wait_for()
    two.all_live()


def test_a_page_opened_again_in_a_dead_spot_shows_the_last_state(two: Two) -> None:
    two.ben.wait_for_selector("body[data-kept]")
    two.wifi.lose()
    two.ben.reload(wait_until="commit")
    two.ben.wait_for_selector(".seat.mine")
    two.ben.wait_for_selector(AWAY)
    two.wifi.restore()
    two.all_live()


def test_what_is_tapped_without_wifi_is_refused_at_once_and_not_entered_later(two: Two) -> None:
    two.wifi.cut()
    two.ben.locator("[data-key=draw]").click()
    two.ben.locator("[data-key=drawn]").click()
    two.ben.wait_for_selector(".trouble[data-code=away]")
    two.anna_enters_a_drawn_hand()
    two.wifi.restore()
    two.ben.locator(".handname").filter(has_text="hand 2").wait_for()
    two.ben.locator("[data-key=tab-sheet]").click()
    assert two.ben.locator(".scores .rownumber").count() == 1


def test_an_entry_that_gets_no_answer_ends_in_words_and_counts_once(two: Two) -> None:
    two.ben.locator("[data-key=draw]").click()
    two.wifi.lose_answers()
    two.ben.locator("[data-key=drawn]").click()
    two.anna.locator(".handname").filter(has_text="hand 2").wait_for()
    two.ben.wait_for_selector(".trouble[data-code=away]")
    assert "hand 1" in two.ben.locator(".handname").inner_text()
    two.wifi.restore()
    two.ben.locator(".handname").filter(has_text="hand 2").wait_for()
    two.ben.locator("[data-key=tab-sheet]").click()
    assert two.ben.locator(".scores .rownumber").count() == 1


def test_a_photograph_sent_without_wifi_says_so_and_can_be_sent_again(two: Two, photo: Path) -> None:
    two.wifi.cut()
    two.ben.set_input_files("input[name=camera]", photo)
    two.ben.wait_for_selector(".trouble[data-code=away]")
    two.wifi.restore()
    two.ben.wait_for_selector(LIVE)
    two.ben.set_input_files("input[name=camera]", photo)
    for page in (two.anna, two.ben):
        page.wait_for_selector(".hand .tilebutton")


def test_the_server_goes_off_and_on_and_the_phones_need_no_tap(two: Two, photo: Path) -> None:
    two.anna.set_input_files("input[name=camera]", photo)
    two.ben.wait_for_selector(".hand .tilebutton")
    two.server.stop()
    for page in (two.anna, two.ben):
        page.wait_for_selector(AWAY)
    two.server.start()
    two.all_live()
    two.ben.locator(".hand .group.concealed .tilebutton").nth(6).click()
    two.ben.locator(".sheet .picker [data-symbol='5m']").click()
    two.anna.wait_for_selector(".tilebutton.corrected")  # heard through the new stream


def test_a_phone_closed_while_its_photograph_is_read_leaves_the_hand_on_the_table(
    two: Two, photo: Path
) -> None:
    with two.ben.expect_request("**/api/v1/photos**"):
        two.ben.set_input_files("input[name=camera]", photo)
    two.anna.wait_for_selector(".progress, .hand .tilebutton")
    two.ben.close()
    two.anna.wait_for_selector(".hand .tilebutton")
