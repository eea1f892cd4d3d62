"""Every answer of the box that follows from its question by arithmetic, counting or a calendar, found anew.

`COMPUTED` holds for each id a function that returns the exact value; the answer of the deck is that value, rounded as the
question says. Nothing in here reads a deck.
"""

import math
from calendar import isleap
from collections.abc import Callable, Iterator
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import count, permutations, product
from zoneinfo import ZoneInfo

import chess

Exact = int | Fraction | float

UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety"
LIGHT_KM_S = Fraction("299792.458")  # exact, by the definition of the metre


def in_words(n: int) -> str:
    """An English number word, 1 to 100, without spaces and hyphens."""
    if n == 100:
        return "onehundred"
    if n < 20:
        return UNITS.split()[n]
    return TENS.split()[n // 10] + (UNITS.split()[n % 10] if n % 10 else "")


def ways_to_pay(cents: int, coins: tuple[int, ...]) -> int:
    """How many heaps of these coins make the sum."""
    ways = [1] + [0] * cents
    for coin in coins:
        for total in range(coin, cents + 1):
            ways[total] += ways[total - coin]
    return ways[cents]


def primes_below(end: int) -> int:
    """Counted with the sieve of Eratosthenes."""
    prime = bytearray([1]) * end
    prime[:2] = b"\0\0"
    for n in range(2, math.isqrt(end) + 1):
        if prime[n]:
            prime[n * n :: n] = bytes(len(range(n * n, end, n)))
    return sum(prime)


def climbs(steps: int) -> int:
    """Ways up a staircase with strides of one or two."""
    here, before = 1, 0
    for _ in range(steps):
        here, before = here + before, here
    return here


def terms_until(limit: int) -> int:
    """How many terms of the harmonic series are more than `limit`; floats are far finer than the gap at 10."""
    total = 0.0
    for n in count(1):
        total += 1 / n
        if total > limit:
            return n
    raise AssertionError


def decimals_of_pi(places: int) -> str:
    """Machin's formula in whole numbers, with ten places more than are wanted."""
    one = 10 ** (places + 10)

    def arctan(inverse: int) -> int:
        term, total, n, sign = one // inverse, 0, 1, 1
        while term:
            total += sign * (term // n)
            term, n, sign = term // inverse**2, n + 2, -sign
        return total

    return str(4 * (4 * arctan(5) - arctan(239)))[1 : places + 1]


def queens(size: int) -> int:
    """Every row and column once, and no two on a diagonal."""
    rows = range(size)
    return sum(
        len({q + r for r, q in enumerate(p)}) == len({q - r for r, q in enumerate(p)}) == size
        for p in permutations(rows)
    )


def hanoi(discs: int) -> int:
    """Move what lies on the largest disc away, the disc, and the rest on top of it."""
    return 0 if not discs else 2 * hanoi(discs - 1) + 1


Shape = frozenset[tuple[int, int]]


def _looks(shape: Shape) -> Iterator[Shape]:
    """A shape turned and flipped, each moved into the corner."""
    cells = list(shape)
    for _ in range(2):
        cells = [(x, -y) for x, y in cells]
        for _ in range(4):
            cells = [(y, -x) for x, y in cells]
            left, low = min(x for x, _ in cells), min(y for _, y in cells)
            yield frozenset((x - left, y - low) for x, y in cells)


def free_polyominoes(cells: int) -> int:
    """Grown square by square; of all looks of a shape the first in order stands for it."""
    shapes: set[Shape] = {frozenset({(0, 0)})}
    for _ in range(cells - 1):
        grown = set()
        for shape in shapes:
            for x, y in shape:
                for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if cell not in shape:
                        grown.add(min(_looks(shape | {cell}), key=sorted))
        shapes = grown
    return len(shapes)


def noughts_and_crosses() -> int:
    """Every game to three in a row or a full board."""
    lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]

    @cache
    def games(mine: int, theirs: int) -> int:
        if any(theirs & line == line for line in lines) or mine | theirs == 0o777:
            return 1
        free = ~(mine | theirs) & 0o777
        return sum(games(theirs, mine | 1 << k) for k in range(9) if free >> k & 1)

    return games(0, 0)


def chess_lines(plies: int, board: chess.Board | None = None) -> int:
    """How many lines of so many half-moves start from the opening position."""
    board = board or chess.Board()
    if plies == 1:
        return board.legal_moves.count()
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += chess_lines(plies - 1, board)
        board.pop()
    return total


def domino_tilings(rows: int, columns: int) -> int:
    """Square by square; the bits of `ahead` say which of the next squares are covered already."""

    @cache
    def ways(square: int, ahead: int) -> int:
        if square == rows * columns:
            return int(ahead == 0)
        if ahead & 1:
            return ways(square + 1, ahead >> 1)
        lying = ways(square + 1, ahead >> 1 | 1) if square % columns < columns - 1 and not ahead & 2 else 0
        return lying + ways(square + 1, ahead >> 1 | 1 << (columns - 1))

    return ways(0, 0)


def orders(word: str) -> int:
    """Different orders of its letters."""
    return math.factorial(len(word)) // math.prod(math.factorial(word.count(c)) for c in set(word))


def most_pieces(cuts: int) -> int:
    """Every cut crosses all before it, and divides one piece more than it crosses cuts."""
    return 1 + sum(range(1, cuts + 1))


def first_of(wanted: int, pack: int) -> Fraction:
    """Mean place of the first wanted card: the sum of the chances that more than k cards must be turned."""
    return sum(
        (Fraction(math.comb(pack - turned, wanted), math.comb(pack, wanted)) for turned in range(pack)),
        Fraction(0),
    )


def hands_apart(hour: int, minute: int) -> Fraction:
    """Degrees between the hands of a clock, at most 180."""
    gap = abs(30 * (hour + Fraction(minute, 60)) - 6 * minute) % 360
    return min(gap, 360 - gap)


def derangements(people: int) -> int:
    """Ways in which nobody draws the own name."""
    before, here = 1, 0
    for n in range(2, people + 1):
        before, here = here, (n - 1) * (before + here)
    return here


def fridays(year: int) -> int:
    """Fridays the 13th in 400 years of the Gregorian calendar."""
    return sum(date(y, m, 13).weekday() == 4 for y in range(year, year + 400) for m in range(1, 13))


def next_leap_day_on(weekday: int, after: int) -> int:
    """The next year whose 29 February falls on this day of the week."""
    years = (y for y in count(after + 1) if isleap(y) and date(y, 2, 29).weekday() == weekday)
    return next(years)


def minutes_ahead(zone: str) -> int:
    """Minutes ahead of UTC by the tz database, in 2026."""
    ahead = datetime(2026, 1, 1, tzinfo=ZoneInfo(zone)).utcoffset()
    assert ahead is not None
    return int(ahead.total_seconds()) // 60


def full_years(start: date, end: date) -> int:
    """Birthdays passed."""
    return end.year - start.year - ((end.month, end.day) < (start.month, start.day))


def shared_birthday(people: int) -> Fraction:
    """The chance that at least two of them have one birthday."""
    return 1 - Fraction(math.perm(365, people), 365**people)


COMPUTED: dict[str, Callable[[], Exact]] = {
    "cul-longest-word": lambda: len("pneumonoultramicroscopicsilicovolcanoconiosis"),
    "cul-record-turns": lambda: (33 + Fraction(1, 3)) / 60,
    "eve-cinema-frames": lambda: 2 * 60 * 60 * 24,
    "eve-domino-dots": lambda: sum(a + b for a, b in product(range(7), repeat=2) if a <= b),
    "eve-a4-sheet-mass": lambda: Fraction(210 * 297, 10**6) * 80,
    "eve-week-seconds": lambda: 7 * 24 * 60 * 60,
    "eve-friday-13": lambda: fridays(2000),
    "geo-nepal-time": lambda: minutes_ahead("Asia/Kathmandu"),
    "his-berlin-wall-days": lambda: (date(1989, 11, 9) - date(1961, 8, 13)).days,
    "his-louis-xiv-years": lambda: full_years(date(1643, 5, 14), date(1715, 9, 1)),
    "his-decimal-second": lambda: Fraction(24 * 60 * 60, 10 * 100 * 100),
    "nat-equal-scales": lambda: Fraction(32) / (1 - Fraction(9, 5)),
    "nat-heartbeats": lambda: 70 * 60 * 24 * Fraction("365.25") * 80,
    "nat-moonlight-seconds": lambda: 384400 / LIGHT_KM_S,
    "num-handshakes": lambda: math.comb(30, 2),
    "num-billion-seconds": lambda: 10**9 / (Fraction("365.25") * 24 * 60 * 60),
    "num-ten-letters": lambda: 26**10,
    "num-six-dice": lambda: Fraction(math.factorial(6), 6**6),
    "num-factorial-zeros": lambda: len(str(math.factorial(100))) - len(str(math.factorial(100)).rstrip("0")),
    "num-letters-to-hundred": lambda: sum(len(in_words(n)) for n in range(1, 101)),
    "num-square-year": lambda: (math.isqrt(2025) + 1) ** 2,
    "num-chessboard-squares": lambda: sum((9 - side) ** 2 for side in range(1, 9)),
    "num-five-cards": lambda: math.comb(52, 5),
    "num-circle-in-square": lambda: math.pi / 4,
    "num-primes-ten-thousand": lambda: primes_below(10_000),
    "num-staircase": lambda: climbs(20),
    "num-folded-paper": lambda: Fraction(2**42, 10**7),
    "num-leap-saturday": lambda: next_leap_day_on(5, 2020),
    "num-page-digits": lambda: sum(len(str(n)) for n in range(1, 1001)),
    "num-wheat-grains": lambda: sum(2**n for n in range(64)),
    "num-six-faces": lambda: sum(Fraction(6, left) for left in range(1, 7)),
    "num-one-euro": lambda: ways_to_pay(100, (1, 2, 5, 10, 20, 50)),
    "num-harmonic-ten": lambda: terms_until(10),
    "num-birthday-class": lambda: 100 * shared_birthday(30),
    "num-clock-hands": lambda: sum(Fraction(12, 11) * n < 24 for n in range(48)),
    "puz-digit-seven": lambda: sum("7" in str(n) for n in range(1, 1001)),
    "puz-cube-positions": lambda: (
        math.factorial(8) * 3**7 * math.factorial(12) * 2**11 // 2  # one twist, one flip, one parity are tied
    ),
    "puz-pi-zero": lambda: decimals_of_pi(100).index("0") + 1,
    "puz-queens": lambda: queens(8),
    "puz-fifty-heads": lambda: Fraction(100 * math.comb(100, 50), 2**100),
    "puz-hanoi": lambda: hanoi(20),
    "puz-hexominoes": lambda: free_polyominoes(6),
    "puz-screen-colours": lambda: 256**3,
    "puz-hat-names": lambda: Fraction(derangements(20), math.factorial(20)),
    "puz-braille": lambda: sum(any(dots) for dots in product((0, 1), repeat=6)),
    "puz-chess-four-moves": lambda: chess_lines(4),
    "puz-tic-tac-toe": noughts_and_crosses,
    "puz-football-seams": lambda: (12 * 5 + 20 * 6) // 2,
    "puz-domino-tilings": lambda: domino_tilings(8, 8),
    "puz-four-rolls-six": lambda: 1 - Fraction(5, 6) ** 4,
    "puz-power-digits": lambda: len(str(2**1000)),
    "puz-money-doubles": lambda: math.log(2) / math.log(1.03),
    "puz-palindromes": lambda: sum(str(n) == str(n)[::-1] for n in range(1, 10_000)),
    "puz-mississippi": lambda: orders("MISSISSIPPI"),
    "puz-century-days": lambda: (date(2001, 1, 1) - date(1901, 1, 1)).days,
    "num-lottery": lambda: math.comb(49, 6),
    "num-pizza-cuts": lambda: most_pieces(10),
    "num-queue-orders": lambda: math.factorial(15),
    "num-first-ace": lambda: first_of(4, 52),
    "num-knight-moves": lambda: sum(len(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[s])) for s in chess.SQUARES),
    "num-clock-angle": lambda: hands_apart(3, 15),
    "num-diagonals": lambda: math.comb(20, 2) - 20,
    "tw-go-points": lambda: 19 * 19,
    "tw-hangul-blocks": lambda: 19 * 21 * (27 + 1),
    "tw-ping-area": lambda: (6 * Fraction(10, 33)) ** 2,
}


def last_place(answer: Decimal) -> int:
    """Power of ten of the last place that the answer shows, 0 for a whole number."""
    return min(0, int(answer.as_tuple().exponent))


def rounded(value: Exact, like: Decimal) -> Decimal:
    """The value with as many places after the point as `like` has; halves go up, as a class rounds."""
    unit = Fraction(10) ** last_place(like)
    steps = math.floor(Fraction(value) / unit + Fraction(1, 2))
    return Decimal(steps) * Decimal(unit.numerator) / Decimal(unit.denominator)
