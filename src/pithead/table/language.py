"""The language of a request."""

from babel import negotiate_locale
from starlette.requests import HTTPConnection

from pithead.engine.messages import LANGUAGES


def language_asked(request: HTTPConnection) -> str:
    """The language of the answers to a request, or on a socket."""
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language"))


def language_of(asked: str | None, accepted: str | None) -> str:
    """What `?lang=` names, else the language of Accept-Language that we have and that is liked best, else English."""
    if asked in LANGUAGES:
        return str(asked)
    return negotiate_locale(_preferred(accepted or ""), LANGUAGES, sep="-") or "en"


def _preferred(accepted: str) -> list[str]:
    """The tags of an Accept-Language header by descending weight, without those of weight 0."""
    weighed = []
    for part in accepted.lower().split(","):
        tag, _, weight = part.partition(";")
        try:
            weighed.append((float(weight.strip().removeprefix("q=") or 1), tag.strip()))
        except ValueError:
            continue
    return [tag for weight, tag in sorted(weighed, key=lambda pair: -pair[0]) if weight > 0]
