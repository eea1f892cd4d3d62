"""Who is in a room: names that can be told apart, teams, captains, numbers that are given once."""

import unicodedata

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from wwlv.room.log import CaptainNamed, PersonJoined, PersonRemoved, PersonRenamed, PersonSeated
from wwlv.room.roster import LONGEST_NAME, MOST_ACCENTS, Roster, RosterEvent, clean_name, skeleton
from wwlv.rules.game import IllegalMove


def roster(*events: RosterEvent) -> Roster:
    found = Roster()
    for event in events:
        found = found.after(event)
    return found


def of(*names: str) -> Roster:
    return roster(*(PersonJoined(k, name, None) for k, name in enumerate(names, start=1)))


def sitting(*seats: int | None) -> Roster:
    return roster(*(PersonJoined(k, f"N{k}", seat) for k, seat in enumerate(seats, start=1)))


# --- what a name may be
@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Anna  ", "Anna"),
        ("Anna\n\t Maria", "Anna Maria"),
        ("An\u00a0na\u3000", "An na"),
        ("An\x00na\x1b", "Anna"),
        ("\u202eAnna\u202c\u2066", "Anna"),
        ("An\u200b\u200dna\ufeff\u00ad", "Anna"),
        ("An\ue000na\ud800", "Anna"),
        ("Jose\u0301", "José"),
        ("王小明", "王小明"),
        ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
        ("Zoë 🦊", "Zoë 🦊"),
        ("สมชาย ที่", "สมชาย ที่"),
        ("שָׁלוֹם", unicodedata.normalize("NFC", "שָׁלוֹם")),
    ],
)
def test_a_name_is_one_trimmed_line_of_characters_that_can_be_seen(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "c", ["\ufe0f", "\U000e0101", "\u034f", "\u3164", "\u115f", "\uffa0", "\u2800", "\u180b"]
)
def test_a_character_that_shows_nothing_makes_no_other_name(c: str) -> None:
    assert clean_name(f"An{c}na") == "Anna"
    assert clean_name(c) == ""


def test_a_name_is_composed_after_what_cannot_be_seen_is_gone() -> None:
    assert clean_name("Jose\u200d\u0301") == "José"


@pytest.mark.parametrize("accent", ["\u0336", "\u20dd", "\u0e47", "\u0301"])
def test_a_tower_of_accents_is_cut(accent: str) -> None:
    assert clean_name("q" + accent * 100 + "b") == "q" + accent * MOST_ACCENTS + "b"


def test_an_accent_without_a_letter_is_dropped() -> None:
    assert clean_name("\u0301\u0302Anna") == "Anna"
    assert clean_name("\u0301") == ""


def test_a_name_ends_after_24_letters_and_accents_count_for_nothing() -> None:
    assert clean_name("x" * 500) == "x" * LONGEST_NAME
    assert clean_name("明" * 30) == "明" * LONGEST_NAME
    assert clean_name("x\u0336" * 30) == "x\u0336" * LONGEST_NAME
    assert clean_name("x" * 23 + " yz") == "x" * 23


@given(st.text(max_size=60))
@settings(max_examples=500)
def test_whatever_is_typed_a_clean_name_is_clean_and_stays_as_it_is(typed: str) -> None:
    name = clean_name(typed)
    assert clean_name(name) == name
    assert name == name.strip() == unicodedata.normalize("NFC", name)
    assert not [c for c in name if unicodedata.category(c)[0] == "C" or c in "\u2028\u2029"]
    assert sum(unicodedata.category(c) not in ("Mn", "Me") for c in name) <= LONGEST_NAME
    name.encode()


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "\u202e\u202c", "\x00", "\u3164", "\ud800"])
def test_a_name_of_which_nothing_can_be_seen_is_refused(typed: str) -> None:
    with pytest.raises(IllegalMove, match="empty-name"):
        Roster().checked_name(typed)


# --- names that look alike
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Anna", "Anna"),
        ("Anna", "Аnnа"),  # Cyrillic
        ("Anna", "AnnA "),
        ("Anna", "Ａｎｎａ"),
        ("Anna", "Ann a"),
        ("Anna", "Ann-a."),
        ("Anna", "Anná"),
        ("Anna", "An\u200bna"),
        ("Anna", "Anna\ufe0f"),
        ("Otto", "0tt0"),
        ("Otto", "Οttο"),  # Greek
        ("Bill", "BiII"),
        ("Bill", "Bi11"),
        ("Bill", "B|ll"),
        ("Emma", "Ernrna"),
        ("王小明", "王 小明"),
    ],
)
def test_two_names_that_look_alike_are_not_in_one_room(first: str, second: str) -> None:
    for held, wanted in ((first, second), (second, first)):
        with pytest.raises(IllegalMove, match="name-in-use"):
            of(clean_name(held)).checked_name(wanted)


def test_names_that_can_be_told_apart_are_all_let_in() -> None:
    names = [
        "Anna",
        "Hanna",
        "Anne",
        "José",
        "Zoë",
        "王小明",
        "王小名",
        "王曉明",
        "陳怡君",
        "Ирина",
        "さくら",
        "علي",
    ]
    for k, name in enumerate(names):
        assert of(*names[:k]).checked_name(name) == name


HAN = st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=1, max_size=4)


@given(HAN, HAN)
@settings(max_examples=500)
def test_two_chinese_names_are_never_taken_for_each_other(one: str, other: str) -> None:
    assert (skeleton(one) == skeleton(other)) == (one == other)


def test_no_chinese_character_is_taken_for_a_letter() -> None:
    han = [chr(c) for c in range(0x4E00, 0x9FA6)]
    assert [skeleton(c) for c in han] == han


def test_a_name_of_signs_alone_has_a_look_too() -> None:
    assert of("---").checked_name("...") == "..."
    with pytest.raises(IllegalMove, match="name-in-use"):
        of("---").checked_name("---")


def test_somebody_may_keep_their_own_name_in_another_writing() -> None:
    assert of("anna", "Ben").checked_name("Anna", 1) == "Anna"
    with pytest.raises(IllegalMove, match="name-in-use"):
        of("anna", "Ben").checked_name("Anna", 2)


def test_the_name_of_somebody_who_was_sent_away_or_renamed_is_free_again() -> None:
    assert of("Anna").after(PersonRemoved(1)).checked_name("Anna") == "Anna"
    assert of("Anna").after(PersonRenamed(1, "Eve")).checked_name("Anna") == "Anna"


# --- who sits where
def test_the_emptiest_team_is_the_one_with_fewest_of_equals_the_first() -> None:
    assert sitting().emptiest(range(3)) == 0
    assert sitting(0, 0, 1, None, None).emptiest(range(3)) == 2
    assert sitting(0, 1, 2).emptiest(range(3)) == 0
    assert sitting(0, 1, 2).after(PersonRemoved(2)).emptiest(range(3)) == 1


def test_the_members_of_a_team_stand_in_the_order_they_came() -> None:
    found = sitting(1, 0, 1).after(PersonSeated(2, 1))
    assert [p.id for p in found.team(1)] == [1, 2, 3]
    assert found.team(0) == ()


def test_the_captain_is_whom_the_teacher_named_last_else_the_first() -> None:
    found = sitting(0, 0, 0)
    assert found.captain(1) is None
    captains = [found.captain(0)]
    for event in (CaptainNamed(2), CaptainNamed(3), PersonSeated(3, 1), PersonRemoved(2)):
        found = found.after(event)
        captains.append(found.captain(0))
    assert [c and c.id for c in captains] == [1, 2, 3, 2, 1]
    moved = found.captain(1)
    assert moved is not None
    assert moved.id == 3


def test_a_number_is_never_given_twice() -> None:
    found = of("Anna", "Ben").after(PersonRemoved(2))
    assert found.last == 2
    assert found.person(2) is None
    assert found.after(PersonJoined(3, "Cem", None)).last == 3


def test_a_number_sent_away_in_an_earlier_room_is_not_given_in_the_next() -> None:
    assert roster(PersonJoined(1, "Anna", None), PersonRemoved(9)).last == 9
