"""How much one device may ask for, by a clock that the tests move."""

import pytest

from wwlv.server.limits import (
    ADDRESS_TRIES_AT_ONCE,
    TRIES_A_MINUTE,
    TRIES_AT_ONCE,
    Bucket,
    Buckets,
    Tries,
)


class Time:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.s = 1000.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def time() -> Time:
    return Time()


def taken(bucket: Bucket, most: int = 1000) -> int:
    """How many can be had without waiting."""
    return next((k for k in range(most) if not bucket.take()), most)


def test_a_bucket_gives_so_many_at_once_and_then_none(time: Time) -> None:
    assert taken(Bucket(2, 5, time)) == 5


def test_a_bucket_fills_with_time_but_never_over_the_brim(time: Time) -> None:
    bucket = Bucket(2, 5, time)
    assert taken(bucket) == 5
    time.s += 1.4
    assert taken(bucket) == 2
    time.s += 0.1  # what was over after two has been kept: 0.8 + 0.2
    assert taken(bucket) == 1
    time.s += 10_000
    assert taken(bucket) == 5


def test_what_is_refused_is_not_counted(time: Time) -> None:
    bucket = Bucket(1, 3, time)
    assert taken(bucket) == 3
    for _ in range(50):
        assert not bucket.take()
    time.s += 1
    assert bucket.take()


def test_asking_whether_there_is_one_takes_none(time: Time) -> None:
    bucket = Bucket(1, 1, time)
    assert all(bucket.has() for _ in range(10))
    assert bucket.take()
    assert not bucket.has()


def test_each_key_has_a_bucket_of_its_own(time: Time) -> None:
    buckets = Buckets(1, 2, clock=time)
    assert taken(buckets["a"]) == 2
    assert taken(buckets["b"]) == 2
    assert not buckets["a"].has()


def test_inventing_keys_costs_no_memory_and_the_ones_in_use_are_kept(time: Time) -> None:
    buckets = Buckets(1, 2, most=10, clock=time)
    assert taken(buckets["mine"]) == 2
    for k in range(1000):
        buckets[f"invented {k}"].take()
        assert not buckets["mine"].has()
    assert len(buckets._buckets) == 10


def test_a_device_that_fails_too_often_waits_and_may_then_try_again(time: Time) -> None:
    tries = Tries(time)
    for _ in range(int(TRIES_AT_ONCE)):
        assert tries.allowed("device", "address")
        tries.failed("device", "address")
    assert not tries.allowed("device", "address")
    time.s += 60 / TRIES_A_MINUTE
    assert tries.allowed("device", "address")


def test_another_device_behind_the_same_address_is_not_held_up(time: Time) -> None:
    tries = Tries(time)
    for _ in range(20):
        tries.failed("device", "school")
    assert not tries.allowed("device", "school")
    assert tries.allowed("another", "school")


def test_inventing_devices_does_not_get_round_the_limit_of_an_address(time: Time) -> None:
    tries = Tries(time)
    guesses = 0
    while tries.allowed(f"device {guesses}", "address"):
        tries.failed(f"device {guesses}", "address")
        guesses += 1
    assert guesses == ADDRESS_TRIES_AT_ONCE
    assert tries.allowed("device", "another address")


def test_a_class_that_types_the_right_code_is_never_held_up(time: Time) -> None:
    tries = Tries(time)
    assert all(tries.allowed(f"device {k}", "school") for k in range(5000))


def test_a_name_that_was_refused_counts_for_the_device_and_not_for_the_school(time: Time) -> None:
    tries = Tries(time)
    for _ in range(1000):
        tries.failed("device", "")
    assert not tries.allowed("device", "school")
    assert tries.allowed("another", "school")


def test_a_device_that_did_not_say_which_it_is_counts_for_its_address_alone(time: Time) -> None:
    tries = Tries(time)
    for _ in range(int(TRIES_AT_ONCE) * 2):
        assert tries.allowed("", "address")
        tries.failed("", "address")
    for _ in range(int(ADDRESS_TRIES_AT_ONCE)):
        tries.failed("", "address")
    assert not tries.allowed("", "address")
