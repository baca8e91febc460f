"""Settings come from variables of the environment; what cannot be is refused in one sentence that names it."""

from __future__ import annotations

import pytest

from pithead.table.errors import BadSetting
from pithead.table.settings import Settings


def test_variables_set_what_was_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"PORT": "9000", "HOST": "0.0.0.0", "CREATE_RATE": "0.5", "METRICS": "yes"}.items():
        monkeypatch.setenv(f"PITHEAD_{name}", value)
    settings = Settings.from_environment(host="127.0.0.1", workers=None)
    assert (settings.port, settings.host, settings.create_rate, settings.metrics) == (9000, "127.0.0.1", 0.5, True)
    assert settings.workers == 1


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("METRICS", "ORIGINS", "SECURE_COOKIES"):
        monkeypatch.setenv(f"PITHEAD_{name}", "")
    assert Settings.from_environment() == Settings()


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "http"), ("AWAY_GRACE", "a minute"), ("SECURE_COOKIES", "maybe"), ("PROXIES", "nginx")]
)
def test_what_cannot_be_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"PITHEAD_{name}", value)
    with pytest.raises(BadSetting) as caught:
        Settings.from_environment()
    assert caught.value.text("en") == f"The setting PITHEAD_{name} cannot be “{value}”."


def test_a_worker_gets_the_same_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(port=0, editions=True, origins="https://a.example https://b.example", greeting=2.5)
    for name, value in settings.to_environment().items():
        monkeypatch.setenv(name, value)
    assert Settings.from_environment() == settings
