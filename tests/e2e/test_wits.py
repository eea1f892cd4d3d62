"""Whole games of Wits & Wagers through the dashboard, in a real browser, against a real server."""

import html
import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from playwright.sync_api import Page

from tests.e2e.teacher import Teacher, settled
from tests.served import Server
from wwlv.decks import shipped_decks
from wwlv.rules.wits.view import View
from wwlv.screens.table import size_of, space_key
from wwlv.text import catalog

Pages = Callable[..., Page]
Serve = Callable[..., Server]
pytestmark = pytest.mark.browser


@pytest.fixture
def server(serve: Serve) -> Server:
    return serve("wwlv", "--no-browser", "--port={port}")


def guesses_for(answer: Decimal, teams: int, kind: str) -> list[str]:
    """Cards round an answer: `mixed`, with a `duplicate` of the winner, or all `too-high`."""
    step = abs(answer) / 7 + Decimal("0.003")
    if kind == "too-high":
        return [str(answer + step * (k + 1)) for k in range(teams)]
    values = [answer + step * (k - teams // 2) - step / 3 for k in range(teams)]
    if kind == "duplicate":
        values[0] = values[teams // 2]
    return [str(v) for v in values]


def spaces_of(view: View) -> list[str]:
    keys = [space_key(s, view.rules.duplicates) for s in view.spaces]
    return (["too-high"] if view.rules.too_high_odds is not None else []) + keys


JUPYTER = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|[+-]\d\d:\d\d)"  # when a message was sent
    r"|(?<![0-9a-f])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}"  # which one it is
)
"""What Jupyter itself writes into a frame, digits of which can be anything."""


def told(frame: str, answer: Decimal) -> bool:
    """Whether the answer stands in a frame, as a number or as the class reads it."""
    ours = JUPYTER.sub("", frame)
    return str(answer) in ours or catalog("en").number(answer) in ours


def test_the_digits_of_a_message_number_are_no_answer() -> None:
    date, id = '{"date": "2026-12-07T11:14:01.189501Z"}', "1939cb84-25fa-42ce-b778-b141c87d1895"
    assert not told(f'{date} {{"msg_id": "{id}"}} IPY_MODEL_{id.replace("-", "")}', Decimal(1895))
    assert told(f'{date} {{"msg_id": "{id}"}} {{"value": 1895}}', Decimal(1895))
    assert told(f"{date}<b>1,895</b>", Decimal(1895))


def hidden(teacher: Teacher, since: int, answer: Decimal) -> None:
    """The answer has reached the browser in no frame since the question was asked."""
    if len(re.sub(r"\D", "", str(answer))) < 4:
        return  # too short to tell from anything else
    for frame in teacher.received[since:]:
        assert not told(frame, answer)


def test_an_original_game_of_seven_questions_with_five_teams(server: Server, page: Pages) -> None:
    teacher = Teacher(server, page())
    teacher.seat(5, "original-published")
    teacher.start()
    names = [t.name for t in teacher.oracle.room.teams]
    totals = dict.fromkeys(names, 0)
    for round in range(1, 8):
        since = len(teacher.received)
        teacher.next()
        answer = teacher.oracle.answer
        for seat, value in enumerate(guesses_for(answer, 5, "duplicate" if round == 3 else "mixed")):
            teacher.type_guess(seat, value)
        teacher.next()
        assert teacher.phase == f"{round}.sorted"
        teacher.next()
        spaces = spaces_of(teacher.oracle.view)
        for seat in range(5):
            teacher.lay(seat, spaces[(seat + round) % len(spaces)], spaces[(2 * seat + round) % len(spaces)])
            if round == 2 and seat == 2:
                # a refresh in the middle of the betting: same phase, same bets
                before = teacher.oracle.view
                teacher.page.reload(wait_until="commit")
                teacher.ready("table")
                assert teacher.phase == "2.bet"
                assert teacher.oracle.view == before
                assert teacher.page.locator(".felt .tok").count() >= 3
            if round > 2 and teacher.oracle.view.chips[seat]:
                teacher.stake_all(seat)
        table = teacher.oracle.view
        teacher.next()
        hidden(teacher, since, answer)
        teacher.next()
        assert teacher.phase == f"{round}.paid"
        for name, delta in settled(table, names, answer).items():
            totals[name] += delta
        assert dict(zip(names, teacher.oracle.view.chips, strict=True)) == totals
        assert teacher.page.locator(".verdict").inner_text()
    teacher.next()
    teacher.ready("podium")
    tokens = 2
    shown = {
        place.locator(".name").inner_text(): int(place.locator(".total").inner_text().replace(",", ""))
        for place in teacher.page.locator(".place").all()
    }
    assert shown == {name: total + tokens for name, total in totals.items()}


def test_a_vegas_game_of_seven_questions_with_seven_teams(server: Server, page: Pages) -> None:
    teacher = Teacher(server, page(viewport={"width": 1280, "height": 720}))
    teacher.seat(7, "vegas")
    teacher.start()
    names = [t.name for t in teacher.oracle.room.teams]
    totals = dict.fromkeys(names, 0)
    kinds = {2: "duplicate", 4: "too-high"}
    for round in range(1, 8):
        since = len(teacher.received)
        teacher.next()
        answer = teacher.oracle.answer
        for seat, value in enumerate(guesses_for(answer, 7, kinds.get(round, "mixed"))):
            teacher.type_guess(seat, value)
        if round == 3:
            # the kernel dies: the page says so, comes back by itself, and nothing typed is lost
            before = teacher.oracle.view
            assert teacher.kill_kernels() >= 1
            teacher.page.wait_for_selector(".gone")
            teacher.page.wait_for_selector(".gone", state="detached")
            teacher.ready("table")
            assert teacher.phase == "3.guess"
            assert teacher.oracle.view == before
        teacher.next()
        assert teacher.phase == f"{round}.long-shot"
        teacher.shoot(0, round % 7)
        teacher.shoot(3, 3)
        teacher.next()
        teacher.next()
        spaces = spaces_of(teacher.oracle.view)
        for seat in range(7):
            if seat in (0, 3):
                teacher.lay(seat, "red" if seat else "black")
            else:
                teacher.lay(
                    seat, spaces[(seat + round) % len(spaces)], "red" if seat == 5 else spaces[seat - 1]
                )
        table = teacher.oracle.view
        teacher.next()
        hidden(teacher, since, answer)
        teacher.next()
        for name, delta in settled(table, names, answer).items():
            totals[name] += delta
        assert dict(zip(names, teacher.oracle.view.chips, strict=True)) == totals
        if round == 4:
            assert "Even the lowest guess" in teacher.page.locator(".verdict").inner_text()
    teacher.next()
    teacher.ready("podium")
    text = catalog("en")
    shown = {
        place.locator(".name").inner_text(): place.locator(".total").inner_text()
        for place in teacher.page.locator(".place").all()
    }
    assert shown == {name: text.money(total) for name, total in totals.items()}


SIZES = [(1920, 1080), (1280, 720)]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_nothing_scrolls_or_is_cut_off_in_any_phase(
    server: Server, page: Pages, width: int, height: int, lang: str
) -> None:
    teacher = Teacher(server, page(viewport={"width": width, "height": height}), query=f"lang={lang}")
    teacher.seat(7, "vegas-edition")
    fits(teacher)
    for overlay in ("house", "howto"):
        teacher.page.click(f"[data-act=overlay][data-a-name={overlay}]")
        teacher.ready(overlay)
        if overlay == "house":
            for name in ("board", "belief"):
                teacher.page.click(f"[data-act=odds][data-a-name={name}]")
        fits(teacher)
        teacher.page.keyboard.press("Enter")
        teacher.ready("lobby")
    teacher.start()
    fits(teacher)
    teacher.next()
    fits(teacher)
    for seat in range(7):
        teacher.type_guess(seat, str(1_000_000 * (seat + 1)))
    while not teacher.phase.endswith(".paid"):
        teacher.next()
        fits(teacher)
    teacher.page.click("details.menu summary")
    teacher.page.click("[data-act=finish]")
    teacher.ready("podium")
    fits(teacher)


def test_on_a_narrow_page_the_charts_follow_the_table(server: Server, page: Pages) -> None:
    teacher = Teacher(server, page(viewport={"width": 390, "height": 844}))
    teacher.start()
    teacher.oracle.room.show_odds(["board"])
    teacher.next()
    for seat in range(len(teacher.oracle.room.teams)):
        teacher.type_guess(seat, str(10 * (seat + 1)))
    teacher.next()
    teacher.page.wait_for_function("document.querySelectorAll('.wwlv-chart[data-drawn=true]').length === 2")
    foot = teacher.page.evaluate("document.querySelector('.wwlv-root .page').getBoundingClientRect().bottom")
    for box in teacher.page.locator(".wwlv-chart-box").all():
        place = box.bounding_box()
        assert place is not None
        assert place["y"] >= foot - 1
        assert 150 < place["height"] < 400
        foot = place["y"] + place["height"]
    teacher.page.click("details.menu summary")
    teacher.page.click("[data-act=finish]")
    teacher.ready("podium")
    (box,) = teacher.page.locator(".wwlv-chart[data-place=tall] .wwlv-chart-box").all()
    foot = teacher.page.evaluate("document.querySelector('.wwlv-root .page').getBoundingClientRect().bottom")
    place = box.bounding_box()
    assert place is not None
    assert place["y"] >= foot - 1
    assert 150 < place["height"] < 400


def fits(teacher: Teacher) -> None:
    """The page does not scroll, and no text that the class reads lies outside the box that holds it."""
    teacher.page.wait_for_timeout(700)  # the slide of the cards ends
    cut = teacher.page.evaluate(
        """() => {
        const root = document.scrollingElement, out = [];
        if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) out.push(['page', root.scrollWidth, root.scrollHeight]);
        for (const sel of ['h1', '.say', '.verdict', '.fits', '.preset', '.rule', '.howto li', '.go', '.card .value', '.q', '.answer', '.phase', '.brand', '.team', '.hint', '.panel', '.setup', '.roster', '.place', '.cas', '.grp', '.story', '.hush', '.stack', '.hand']) {
            for (const node of document.querySelectorAll('.wwlv-root ' + sel)) {
                const box = node.getBoundingClientRect();
                if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1) out.push([sel, 'outside', node.textContent.trim().slice(0, 40)]);
                if (node.scrollHeight > node.clientHeight + 3 && (sel === '.q' || getComputedStyle(node).overflowY !== 'visible')) out.push([sel, 'cut', node.textContent.trim().slice(0, 40), node.scrollHeight, node.clientHeight]);
            }
        }
        const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        const parts = [...document.querySelectorAll('.wwlv-root .page > :is(header, aside, footer), .wwlv-root main > *')].filter(n => n.offsetParent);
        parts.forEach((one, k) => parts.slice(k + 1).forEach(other => {
            if (over(one.getBoundingClientRect(), other.getBoundingClientRect())) out.push(['overlap', one.className || one.tagName, other.className || other.tagName]);
        }));
        for (const chart of document.querySelectorAll('.wwlv-chart')) {
            for (const words of document.querySelectorAll('.wwlv-root .panel > :is(h2, p)')) {
                if (chart.offsetParent && over(chart.getBoundingClientRect(), words.getBoundingClientRect())) out.push(['overlap', 'chart', words.textContent]);
            }
        }
        return out;
    }"""
    )
    assert cut == []


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_every_question_of_the_box_fits_in_its_place_before_and_after_the_answer(
    server: Server, page: Pages, lang: str
) -> None:
    """Each is put into the real page in the class its length gives it; neither wording nor explanation is cut."""
    teacher = Teacher(server, page(viewport={"width": 1280, "height": 720}), query=f"lang={lang}")
    teacher.start()
    teacher.next()
    questions = [q.wording(lang) for deck in shipped_decks() for card in deck.cards for q in card.questions]
    cut = teacher.page.evaluate(
        """questions => {
        const box = document.querySelector('.q'), high = box.clientHeight, out = [];
        for (const [size, question, unit, why] of questions) {
            for (const [after, line] of [['', `<p class="unit">${unit}</p>`], [' answered', `<p class="why">${why}</p>`]]) {
                box.className = `q size-${size}${after}`;
                box.innerHTML = `<h1>${question}</h1>${line}`;
                if (box.scrollHeight > high + 1 || box.clientHeight > high) out.push([question.length, why.length, size, after, box.scrollHeight, high]);
            }
        }
        return out;
    }""",
        [
            [size_of(q.question), html.escape(q.question), html.escape(q.unit), html.escape(q.explanation)]
            for q in questions
        ],
    )
    assert len(questions) >= 70
    assert cut == []


def test_what_is_being_typed_survives_what_happens_meanwhile(server: Server, page: Pages) -> None:
    """A quick teacher types the next card while the last is on its way; another window moves; nothing typed is lost."""
    teacher = Teacher(server, page())
    teacher.start()
    teacher.next()
    first, second, third = (f"[data-key=guess-{seat}]" for seat in range(3))
    teacher.page.fill(third, "77")  # typed, and then something else is done first
    teacher.page.fill(first, "5")
    teacher.page.press(first, "Enter")
    teacher.page.fill(second, "1,23")  # before the first has been taken
    teacher.page.wait_for_selector(first, state="detached")
    assert teacher.page.input_value(second) == "1,23"
    assert teacher.page.input_value(third) == "77"
    teacher.page.press(second, "Enter")
    teacher.page.wait_for_selector("[data-act=reading]")
    assert "1,23" not in teacher.page.locator(".wwlv-root").inner_text()
    teacher.page.click("[data-act=reading][data-a-as=decimal]")
    teacher.page.wait_for_selector(second, state="detached")
    teacher.page.press(third, "Enter")
    teacher.page.wait_for_selector(third, state="detached")
    assert [str(g) for g in teacher.oracle.room.state.guesses[:3]] == ["5", "1.23", "77"]
    fourth = "[data-key=guess-3]"
    teacher.page.fill(fourth, "no number")
    teacher.page.press(fourth, "Enter")
    teacher.page.wait_for_selector(".banner")
    teacher.page.keyboard.type("8")  # replaces what was refused
    teacher.page.keyboard.press("Enter")
    teacher.page.wait_for_selector(fourth, state="detached")
    assert str(teacher.oracle.room.state.guesses[3]) == "8"


def test_a_double_click_on_the_big_button_moves_one_step(server: Server, page: Pages) -> None:
    teacher = Teacher(server, page())
    teacher.start()
    teacher.page.dblclick("[data-primary]")
    teacher.leave("0.ready")
    teacher.page.wait_for_timeout(500)
    assert teacher.phase == "1.guess"
    assert len(teacher.oracle.room.questions) == 1


def test_a_killed_server_started_again_finds_the_page_waiting_and_the_game_where_it_was(
    serve: Serve, page: Pages
) -> None:
    server = serve("wwlv", "--no-browser", "--port={port}")
    teacher = Teacher(server, page())
    teacher.start()
    teacher.next()
    teacher.type_guess(0, "5")
    before = teacher.oracle.view
    kernels = list(teacher.kernels())
    server.process.kill()
    server.process.wait()
    for kernel in kernels:
        kernel.kill()
    teacher.page.wait_for_selector(".gone")
    serve("wwlv", "--no-browser", "--port={port}", home=server.home, port=server.port)
    teacher.page.wait_for_selector(".gone", state="detached")
    teacher.ready("table")
    assert teacher.phase == "1.guess"
    assert teacher.oracle.view == before
    teacher.type_guess(1, "6")
