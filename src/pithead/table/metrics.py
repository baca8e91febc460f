"""Metrics for Prometheus."""

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

_FAST = (0.001, 0.002, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0)

ack_seconds = Histogram(
    "pithead_ack_seconds", "From a message received to its answer handed to the socket", buckets=_FAST
)
commit_seconds = Histogram("pithead_commit_seconds", "Duration of a grouped commit", buckets=_FAST)
commit_writes = Histogram(
    "pithead_commit_writes", "Writes per grouped commit", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256)
)
commit_failures = Counter("pithead_commit_failures", "Commits that failed")
conflicts = Counter("pithead_conflicts", "Writes that another worker had overtaken")
messages = Counter("pithead_messages", "Socket messages by type and answer", ["type", "answer"])
requests = Counter("pithead_requests", "HTTP requests by route and status", ["route", "status"])
sockets = Gauge("pithead_sockets", "Open sockets", multiprocess_mode="livesum")
tables = Gauge("pithead_live_tables", "Tables in memory", multiprocess_mode="livesum")
frames = Counter("pithead_frames", "Frames sent by type", ["type"])
bot_seconds = Histogram(
    "pithead_bot_turn_seconds", "Thinking time of a bot's turn", ["level"], buckets=(*_FAST, 10.0, 30.0)
)
bot_failures = Counter("pithead_bot_failures", "Bot turns that fell back to a greedy decision")
stall_seconds = Counter("pithead_stall_seconds", "Time in which the event loop stood still")
loop_succeeded = Gauge(
    "pithead_loop_succeeded_timestamp",
    "When a background loop last succeeded, in seconds of the epoch",
    ["loop"],
    multiprocess_mode="livemin",
)
loop_failures = Counter("pithead_loop_failures", "Turns of background loops that failed", ["loop"])
damaged = Gauge(
    "pithead_damaged_tables", "Tables that cannot be read and are set aside", multiprocess_mode="livemostrecent"
)
notices = Counter("pithead_notices", "Messages to people by kind of channel and outcome", ["kind", "outcome"])
jobs = Counter("pithead_jobs", "Background jobs by kind and outcome", ["kind", "outcome"])


@cache
def frame_sent(type: str) -> Counter:
    """The counter of a type of frame; looking it up by its label takes longer than counting."""
    return frames.labels(type)


@cache
def message_answered(type: str, answer: str) -> Counter:
    """The counter of a type of message and its answer."""
    return messages.labels(type, answer)
