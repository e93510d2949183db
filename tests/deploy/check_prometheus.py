"""The alarms and the queries of the dashboard, as Prometheus itself reads them."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.processes

DEPLOY: Final = Path(__file__).resolve().parents[2] / "deploy"
RULES: Final = DEPLOY / "prometheus" / "prweb.rules.yml"


def promtool(*arguments: str | Path) -> str:
    done = subprocess.run(["promtool", *arguments], cwd=RULES.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_rules_are_well_formed_and_each_has_a_test() -> None:
    assert "SUCCESS" in promtool("check", "rules", RULES)
    alarms = re.findall(r"alert: (\w+)", RULES.read_text())
    fires = re.findall(
        r"alertname: (\w+)\n +eval_time: \w+\n +exp_alerts", (RULES.parent / "prweb.rules.test.yml").read_text()
    )
    assert set(alarms) == set(fires)


def test_each_alarm_comes_when_it_should_and_not_at_a_site_that_is_well() -> None:
    assert "SUCCESS" in promtool("test", "rules", RULES.parent / "prweb.rules.test.yml")


def test_the_scrape_configuration_is_one(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("not-kept")
    text = (RULES.parent / "prometheus.yml").read_text()
    text = text.replace("/etc/prometheus/prweb.rules.yml", str(RULES))
    (tmp_path / "prometheus.yml").write_text(text.replace("/etc/prometheus/prweb.token", str(tmp_path / "token")))
    promtool("check", "config", tmp_path / "prometheus.yml")


def test_every_query_of_the_dashboard_can_be_read(tmp_path: Path) -> None:
    panels = json.loads((DEPLOY / "grafana" / "prweb.json").read_text())["panels"]
    queries = [target["expr"] for panel in panels for target in panel["targets"]]
    assert len(queries) > 15
    rules = [
        {"record": f"query:{number}", "expr": query.replace("$__rate_interval", "5m").replace("$job", "prweb")}
        for number, query in enumerate(queries)
    ]
    file = tmp_path / "queries.yml"
    file.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    promtool("check", "rules", file)
