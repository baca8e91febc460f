"""The number of legal sequences of decisions is that of the kept tables, on both backends (P2)."""

import pytest

from pithead.kit.loader import BackendName

from .perft import TABLES, row
from .settings import Setting, covering_settings, every_setting

OTHER = "other rules: raise their version, then write the table anew (python -m tests.contract.perft GAME)"


def assert_as_kept(setting: Setting, backend: BackendName) -> None:
    kept = (TABLES / f"{setting.name}.txt").read_text("utf-8").splitlines()
    assert row(setting, setting.game.rules(backend)) in kept, OTHER


@every_setting
@pytest.mark.slow
def test_the_rules_allow_as_many_sequences_as_ever(setting: Setting) -> None:
    assert_as_kept(setting, "compiled")


@covering_settings
@pytest.mark.slow
def test_interpreted_rules_allow_as_many(setting: Setting) -> None:
    assert_as_kept(setting, "interpreted")
