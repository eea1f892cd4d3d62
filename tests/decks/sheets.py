"""Small decks as rows of cells, and files of them."""

import csv
from pathlib import Path

Rows = list[dict[str, str]]


def card(name: str = "a-01", prefix: str = "a") -> Rows:
    """The seven rows of a clean card."""
    return [
        {
            "id": f"{prefix}-{k}", "card": name, "number": str(k), "question": f"How many, {k}?", "answer": "1200.5",
            "unit": "things", "source": "Book, Press, 2001", "as_of": "", "subject": "science", "level": "lower",
            "explanation": "Because it is.",
        }
        for k in range(1, 8)
    ]  # fmt: skip


def translation(prefix: str = "a") -> Rows:
    return [
        {"id": f"{prefix}-{k}", "question": f"多少 {k}？", "unit": "個", "explanation": "因為。"}
        for k in range(1, 8)
    ]


def write(path: Path, rows: Rows, *, encoding: str = "utf-8", delimiter: str = ",") -> Path:
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.DictWriter(file, tuple(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path
