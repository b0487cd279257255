"""The words for what can go wrong at the table, by code. The scorer and the eye have words of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webui.i18n import N_

PROBLEMS = {
    # the photograph
    "no_file": N_("No photograph arrived. Please choose one and try again."),
    "too_large_bytes": N_(
        "The file is too large: a photograph may have %(most)s MB and %(megapixels)s megapixels."
    ),
    "eye_unavailable": N_("The reader of photographs is not ready. You can enter the tiles by hand."),
    "eye_busy": N_("Many photographs are waiting. Please try again in a moment."),
    "camera_not_ready": N_("The camera above the table is not ready yet. Please try again in a moment."),
    "no_camera": N_("This table has no camera of its own."),
    "photo_not_stored": N_("The photograph could not be stored."),
    "disk_full": N_("The disk is full. Nothing is lost, but nothing new can be stored: please make room."),
    "store_busy": N_("The store is busy. Please try again."),
    # editing a hand
    "unknown_edit": N_("This change is not known: %(kind)s."),
    "no_such_tile": N_("There is no such tile in this hand any more."),
    "unknown_tile": N_("“%(symbol)s” is not a tile."),
    "unknown_role": N_("“%(role)s” is no place for a tile."),
    "too_many_tiles": N_("There are too many tiles: at most %(most)s."),
    "bad_situation": N_("“%(value)s” is not possible for %(field)s."),
    "no_such_seat": N_("There is no such seat."),
    "winner_is_discarder": N_("The winner cannot have discarded the winning tile."),
    "changed_meanwhile": N_("%(by)s changed the same thing in the meantime."),
    "hand_closed": N_("This hand is already in the match. Correct it from the score sheet."),
    # reading the hand as a hand
    "no_tiles_yet": N_("No tiles yet."),
    "tiles_unread": N_("%(count)s tiles are not read yet. Tap each “?” and choose its tile."),
    "tile_face_down": N_("A tile is face down. If it belongs to a concealed kong, lay the kong together."),
    "winning_tile_unknown": N_("Which tile won? Tap it."),
    "tile_count": N_("A hand has 14 tiles and one more for each kong: %(want)s here. There are %(count)s."),
    # at the table
    "claim_first": N_("First the winner declares his fans."),
    "winner_unknown": N_("Say who won."),
    "discarder_unknown": N_("Say off whom, or that it was self-drawn."),
    "claim_below_minimum": N_(
        "What was declared is worth %(points)s points, fewer than %(minimum)s: by the rules no win. "
        "Enter the penalty, or let the winner declare again if it was a slip."
    ),
    "below_minimum": N_("Fewer than %(minimum)s points is no win. If it was a false win, enter a penalty."),
    "hand_changed": N_("The hand was changed in the meantime. Please look at it again."),
    "match_changed": N_("%(by)s was faster: “%(what)s”. Is your entry still right?"),
    "hand_first": N_("Somebody laid this hand on the table first. Put it away if yours is right."),
    "hand_in_the_way": N_("Another hand lies on the table. Agree to it or put it away first."),
    "hand_put_away": N_("This hand was put away in the meantime. It can be brought back."),
    "no_such_penalty": N_("This penalty has already been taken back."),
    "cut_by_time": N_("A hand cut by time has no result to correct. Undo the last entry instead."),
    "none_put_away": N_("There is no hand to bring back."),
    "hand_laid": N_("Somebody has just laid a hand on the table. Is your entry still right?"),
    "hand_not_ready": N_("The hand is not ready to be agreed."),
    "unknown_action": N_("This is not known: %(kind)s."),
    "bad_points": N_("Please give a number of points from 1 to 1000."),
    "code_needed": N_("This table has a code. Please enter it first."),
    "table_locked": N_("The referee has locked this table."),
    "only_players": N_("You are watching. Sit down to join in."),
    "wrong_secret": N_("That is not it. Please try again."),
    "box_pin_needed": N_("This needs the PIN of the box. Please enter it on the page /setup."),
    "too_many_streams": N_("Very many phones are watching. This one looks now and then."),
    # everything else
    "not_found": N_("There is nothing here. The address may be old or mistyped."),
    "bad_request": N_("The request was not understood."),
    "method_not_allowed": N_("The request was not understood."),
    "invalid": N_("Something in the request is not right: %(where)s."),
    "too_many_requests": N_("Too many requests from this phone. Please wait a moment."),
    "foreign_page": N_("Only the table's own page may do this."),
    "stale_page": N_("This page is from before a restart. Please reload it."),
    "unexpected": N_("Something went wrong on our side. Please try again."),
}


def problem_text(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence for a problem, in the language of the request."""
    text = str(PROBLEMS.get(code, PROBLEMS["unexpected"]))
    return text % facts if "%(" in text else text
