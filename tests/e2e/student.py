"""A student with a phone: a page in a browser context of its own."""

from playwright.sync_api import Page, expect

from tests.served import Server

WAIT_MS = 30_000


class Student:
    """Joins and plays as a student does, with fingers and eyes."""

    def __init__(self, server: Server, page: Page, code: str, name: str, team: str) -> None:
        self.server, self.page, self.name, self.team = server, page, name, team
        page.set_default_timeout(WAIT_MS)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"{server.url}wwlv/{code}")
        page.fill("#name", name)
        page.click("main button.go")
        page.click(f".row.team:has-text('{team}')")
        self.at("")

    def at(self, moment: str) -> None:
        """Wait until this phone shows that moment of the game: ``3.bet``."""
        here = f"#screen[data-moment$='{moment}']" if moment else "#screen[data-moment]"
        self.page.wait_for_selector(f"{here} :is(.amount, .podium)")

    @property
    def screen(self) -> str:
        return self.page.get_attribute("#screen", "data-name") or ""

    @property
    def amount(self) -> int:
        """What the phone says that the team has."""
        return int("".join(c for c in self.page.inner_text(".top .amount") if c.isdigit()) or 0)

    def sent(self) -> None:
        """The phone says in words that it was sent."""
        expect(self.page.locator("#status.good")).to_be_visible()

    # --- Wits & Wagers
    def guess(self, typed: str) -> None:
        """Type, see it read back, send."""
        self.page.fill("#guess", "")
        self.page.fill("#guess", typed)
        self.page.click("[data-send]:not([disabled])")
        self.sent()
        expect(self.page.locator("[data-mine=own]")).not_to_be_empty()

    def lay(self, space: str, *, token: int | None = None) -> None:
        """Tap a space, with a token chosen first if it matters which."""
        if token is not None:
            self.page.click(f".token[data-token='{token}']")
        row = f".sp[data-key='sp-{space}']"
        held = self.page.locator(f"{row} .own").count()
        self.page.click(f"{row} button.hit")
        expect(self.page.locator(f"{row} .own")).to_have_count(held + 1)
        self.sent()

    def all_in(self, space: str) -> None:
        """All chips that are left under the token on a space."""
        self.page.click(f".sp[data-key='sp-{space}'] .chips .wide >> nth=1")
        expect(self.page.locator(".chips .wide:not([disabled])")).to_have_count(0)

    # --- Las Vegas
    def roll(self) -> None:
        self.page.click("[data-act=roll]")
        self.page.wait_for_selector(".face")

    def place(self, nth: int) -> str:
        """Tap a group of dice, then the button; the number of the casino."""
        face = self.page.locator(".face").nth(nth % self.page.locator(".face").count())
        number = face.get_attribute("data-choice") or ""
        face.click()
        self.page.click("[data-place]:not([disabled])")
        return number

    # --- trouble
    def reload(self) -> None:
        """A refresh: the same seat, the same moment, the same money."""
        before = (self.screen, self.page.get_attribute("#screen", "data-moment"), self.amount)
        self.page.reload()
        self.at("")
        assert (self.screen, self.page.get_attribute("#screen", "data-moment"), self.amount) == before

    def cut_off(self) -> None:
        """The network is gone, and the phone says so."""
        self.page.context.set_offline(True)
        self.page.evaluate("dispatchEvent(new Event('offline'))")
        expect(self.page.locator("#link.bad")).to_be_visible()

    def back(self) -> None:
        """The network is there again."""
        self.page.context.set_offline(False)
        expect(self.page.locator("#link:not(.bad)")).to_be_visible()
