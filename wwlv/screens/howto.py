"""How to play by the rules in force, in a few steps: on the projector and on every phone."""

from wwlv.rules.lasvegas import model as street
from wwlv.rules.wits.model import Rules
from wwlv.screens.common import in_dollars
from wwlv.text import Text


def howto_steps(rules: Rules | street.Rules, text: Text) -> list[dict[str, str]]:
    """The steps of a round in order, each with its kind, title and body."""
    if isinstance(rules, street.Rules):
        return _street_steps(rules, text)
    long_shot = ["long_shot"] if rules.long_shot_odds is not None else []
    return [_step(kind, rules, text) for kind in ("ask", "guess", *long_shot, "sort", "bet", "pay", "end")]


def _street_steps(rules: street.Rules, text: Text) -> list[dict[str, str]]:
    kinds = ["street_deal", "street_roll", "street_place", "street_tie", "street_pay", "street_end"]
    if rules.neutral_dice:
        kinds.insert(3, "street_white")
    values = {"rounds": rules.rounds, "minimum": text.money(rules.minimum), "dice": street.DICE}
    return [
        {"kind": kind, "title": text(f"howto.{kind}_title"), "body": text(f"howto.{kind}", **values)}
        for kind in kinds
    ]


def _step(kind: str, rules: Rules, text: Text) -> dict[str, str]:
    flavour = {
        "sort": "side" if rules.duplicates == "side-by-side" else "stack",
        "bet": "vegas" if in_dollars(rules) else "original",
        "pay": "vegas" if in_dollars(rules) else "bonus" if rules.author_bonus else "original",
        "end": "vegas" if in_dollars(rules) else "original",
    }.get(kind, "")
    key = f"howto.{kind}_{flavour}" if flavour else f"howto.{kind}"
    body = text(key, rounds=rules.rounds, bonus=rules.author_bonus, odds=rules.long_shot_odds or 0)
    if kind == "bet" and rules.too_high_odds is not None:
        body += " " + text("howto.bet_too_high", odds=rules.too_high_odds)
    if kind == "end":
        body += " " + text(f"howto.tie_{rules.tie.replace('-', '_')}")
    return {"kind": kind, "title": text(f"howto.{kind}_title"), "body": body}
