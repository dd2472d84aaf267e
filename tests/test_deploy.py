"""The files of `deploy/` agree with the command line and with each other. (No container is built here.)"""

import re
import shlex
from pathlib import Path

import pytest

from core.cli import COMMANDS

DEPLOY = Path(__file__).parents[1] / "deploy"
COMPOSE = (DEPLOY / "compose.yaml").read_text()
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
PAGE = (DEPLOY.parent / "docs" / "how-to" / "host.md").read_text()
OPTIONS = {command.name: {name for each in command.params for name in each.opts} for command in COMMANDS}


def test_the_proxy_knows_every_replica():
    replicas = int(re.search(r"replicas: (\d+)", COMPOSE)[1])
    hosts = re.findall(r"- (helped-hurt-app-\d+:8501)", COMPOSE)
    assert hosts == [f"helped-hurt-app-{i + 1}:8501" for i in range(replicas)]


@pytest.mark.parametrize("text", [COMPOSE, PAGE], ids=["compose.yaml", "README.md"])
def test_only_options_that_there_are(text):
    said = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))
    others = {"--build", "-m", "--no-index", "--find-links", "--people"}
    assert said - others <= OPTIONS["app"] | OPTIONS["proxy"]


def test_the_image_runs_a_command_that_there_is():
    command = re.findall(r"^CMD \[(.*)\]$", DOCKERFILE, re.MULTILINE)[-1]
    words = shlex.split(command.replace(",", ""))
    assert words[:2] == ["helped-hurt", "app"]
    assert {word for word in words if word.startswith("--")} <= OPTIONS["app"]


def test_what_the_image_copies_is_let_in():
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    let_in = re.findall(r"^!(.*)$", (DEPLOY / "Dockerfile.dockerignore").read_text(), re.MULTILINE)
    assert sorted(" ".join(copied).split()) == sorted(let_in)
    assert [name for name in let_in if not (DEPLOY.parent / name).exists()] == []


def test_a_space_runs_as_user_1000_on_the_port_that_it_names():
    space = DEPLOY / "huggingface"
    dockerfile, readme = (space / "Dockerfile").read_text(), (space / "README.md").read_text()
    port = re.search(r"^app_port: (\d+)$", readme, re.MULTILINE)[1]
    words = shlex.split(re.findall(r"^CMD \[(.*)\]$", dockerfile, re.MULTILINE)[-1].replace(",", ""))
    assert words[words.index("--port") + 1] == port
    assert f"EXPOSE {port}" in dockerfile
    assert "--uid 1000" in dockerfile
    assert {word for word in words if word.startswith("--")} <= OPTIONS["app"]
    copied = " ".join(re.findall(r"^COPY (.*) \S+$", dockerfile, re.MULTILINE)).split()
    assert [name for name in copied if not (DEPLOY.parent / name).exists()] == []


def test_the_action_runs_options_that_there_are():
    action = (DEPLOY.parent / ".github/actions/gate/action.yml").read_text()
    said = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", action)) - {"--quiet", "--columns"}
    assert said <= OPTIONS["gate"]
    assert set(re.findall(r"^          (\d)\)", action, re.MULTILINE)) == {"0", "1", "3"}
