"""The configuration of nginx contains every option, and no other text gets in."""

import re
from pathlib import Path

import pytest

from core.cli.hosting import nginx
from core.errors import OptionError

HERE = Path("/run/proxy")


def test_each_new_visitor_goes_to_any_worker_and_the_last_is_followed_by_the_first():
    text = nginx.configuration(["a:1", "b:2", "c:3"], "127.0.0.1:80", HERE)
    assert re.search(r"\$any_worker \{\s+33\.33% 1;\s+33\.33% 2;\s+\* 3;\s+\}", text)
    assert re.search(r"\$next_worker \{\s+1 2;\s+2 3;\s+3 1;\s+\}", text)
    assert text.count('2 "b:2";') == 2  # as the worker, and as the next one


def test_the_policy_names_no_outside_host_but_those_that_may_embed_the_app():
    text = nginx.configuration(["a:1"], "127.0.0.1:80", HERE, frame_ancestors="'self' https://*.example.org")
    policy = re.search(r'Content-Security-Policy "(.*)" always', text)[1]
    sources, _, ancestors = policy.partition("frame-ancestors ")
    assert ancestors == "'self' https://*.example.org"
    assert "//" not in sources
    assert "*" not in sources


@pytest.mark.parametrize("base", ["lab", "/lab/", '/a"; return 200 "', "/a b", "/$host"])
def test_a_base_path_that_is_none_is_refused(base):
    with pytest.raises(OptionError, match="such as /lab"):
        nginx.configuration(["a:1"], "127.0.0.1:80", HERE, base)


@pytest.mark.parametrize("sites", ["", "https://x.org; script-src *", 'x" always; #', "javascript:x", "'none"])
def test_a_site_that_is_none_is_refused(sites):
    with pytest.raises(OptionError, match="names no site"):
        nginx.configuration(["a:1"], "127.0.0.1:80", HERE, frame_ancestors=sites)


def test_a_sentence_says_that_nginx_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(nginx, "_PLACES", str(tmp_path))
    with pytest.raises(OptionError, match="apt-get install nginx-light"):
        nginx.nginx_command("", tmp_path)
