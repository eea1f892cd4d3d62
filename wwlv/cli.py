"""The command `wwlv`: alone it opens the dashboard; `settle`, `check` and `simulate` are a teacher's tools."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from wwlv import __version__
from wwlv.rules.game import IllegalMove
from wwlv.text import LANGUAGES, catalog

COMMANDS = ("settle", "check", "simulate")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["--version"]:
        print(f"wwlv {__version__}")
        return 0
    if "--demo" in words:
        words.remove("--demo")
        os.environ["WWLV_DEMO"] = "1"  # for the kernels of the dashboard
    if (words[:1] and words[0] in COMMANDS) or words[:1] in (["-h"], ["--help"]):
        return _tool(_parser(words[0]).parse_args(words))
    from wwlv.server.app import main as serve  # Voilà is loaded when it is wanted

    return serve(words)


def _parser(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="wwlv",
        description="Wits & Wagers and Las Vegas for the classroom. Without a command: open the dashboard.",
        epilog="Options of the dashboard: --port N, --ip ADDRESS, --no-browser, --token WORD; --demo lets bots play both games by themselves; see the README.",
    )
    parser.add_argument("--version", action="version", version=f"wwlv {__version__}")
    tools = parser.add_subparsers(dest="command", metavar="COMMAND")
    settle = tools.add_parser("settle", help="what one question pays, from a JSON description")
    settle.add_argument("file", metavar="FILE", help="a JSON file, or - for standard input")
    settle.add_argument("--lang", choices=LANGUAGES, default="en", help="language of messages")
    check = tools.add_parser("check", help="find every problem of question decks")
    check.add_argument("files", metavar="FILE", nargs="+", type=Path, help="decks, or translations of them")
    check.add_argument("--lang", choices=LANGUAGES, default="en", help="language of messages")
    if command not in ("settle", "check"):  # numpy is loaded when it is wanted
        from wwlv.odds.command import add_parser

        add_parser(tools)
    return parser


def _tool(options: argparse.Namespace) -> int:
    if options.command == "settle":
        return _settle(options.file, options.lang)
    if options.command == "simulate":
        from wwlv.odds.command import main as simulate

        return simulate(options)
    from wwlv.decks.check import main as check

    return check(options.files, options.lang)


def _settle(file: str, lang: str) -> int:
    """JSON in, JSON out on standard output; 2 for a refusal."""
    from wwlv.settle import settle

    try:
        paid = settle(_document(file))
    except IllegalMove as refusal:
        message = catalog(lang)(f"illegal.{refusal.code}", **_spoken(refusal.params))
        _print({"error": {"code": refusal.code, "message": message}})
        return 2
    _print(paid)
    return 0


def _document(file: str) -> object:
    try:
        text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        document: object = json.loads(text.decode("utf-8-sig"), parse_float=Decimal)
    except OSError as error:
        raise IllegalMove("bad-input", what=f"{file}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise IllegalMove("bad-input", what=f"JSON: {str(error)[:120]}") from None
    return document


def _spoken(params: dict[str, object]) -> dict[str, object]:
    """Amounts as they were given, however long."""
    return {k: str(v) if isinstance(v, Decimal) else v for k, v in params.items()}


def _print(document: object) -> None:
    sys.stdout.buffer.write((json.dumps(document, ensure_ascii=False) + "\n").encode())
