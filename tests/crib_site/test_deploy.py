"""The files to run the site for good agree with the code and with each other, and the programs that read them do so."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proxies import caddy_arguments, caddy_environment, write_nginx
from tests.server import ROOT

DEPLOY = ROOT / "crib_site" / "deploy"
COMPOSE = ("compose.yaml", "compose.scaled.yaml")
SETTINGS = set(re.findall(r'"((?:CRIB_|DATABASE_)\w+)"', (ROOT / "crib_site" / "settings.py").read_text()))


def text(name: str) -> str:
    """A file without its comments."""
    lines = (DEPLOY / name).read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("#"))


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, each with its arguments."""
    joined = text("Dockerfile").replace("\\\n", " ")
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in joined.splitlines() if line.strip()]


def said(name: str) -> list[str]:
    """The arguments of all instructions of one name."""
    return [arguments for each, arguments in instructions() if each == name]


class TestContainer:
    """What the image is made of and how it runs."""

    def test_it_copies_what_is_there_and_all_that_the_site_runs_on(self) -> None:
        copied = [arguments.split()[:-1] for arguments in said("COPY") if not arguments.startswith("--from")]
        sources = {source for line in copied for source in line}
        assert [source for source in sources if not (ROOT / source).exists()] == []
        top = {path.name for path in ROOT.iterdir() if not path.name.startswith((".", "__"))}
        left_out = top - sources
        assert left_out == {"LICENSE", "README.md", "tests"}
        sent = set(re.findall(r"^!(.+)", (DEPLOY / "Dockerfile.dockerignore").read_text(), re.MULTILINE))
        assert sources - {"crib_site/deploy/postgres.lock"} == sent

    def test_it_installs_what_is_locked_by_hashes(self) -> None:
        [install] = [command for command in said("RUN") if "pip install" in command]
        assert "--require-hashes" in install
        assert re.findall(r"-r /locks/(\S+)", install) == ["requirements.lock", "postgres.lock"]

    def test_it_runs_as_its_own_user_and_is_told_to_end_itself(self) -> None:
        assert said("USER") == ["crib"]
        assert all(said(name)[0].startswith("[") for name in ("ENTRYPOINT", "CMD")), "a shell would keep the signal"
        assert said("VOLUME") == ["/data"]
        assert "CRIB_DATA=/data" in said("ENV")[0]

    @pytest.mark.parametrize("name", COMPOSE)
    def test_it_gets_settings_that_there_are(self, name: str) -> None:
        assert set(re.findall(r"\b((?:CRIB|DATABASE)_\w+)\b", text(name))) <= SETTINGS
        assert "env_file:" in text(name)

    @pytest.mark.parametrize("name", COMPOSE)
    def test_it_may_write_nothing_but_its_volume(self, name: str) -> None:
        assert "read_only: true" in text(name)
        assert re.search(r"tmpfs:\n\s+- /tmp\n", text(name))
        assert re.search(r"- (data:)?/data\n", text(name))
        [context], [file] = (set(re.findall(rf"{key}: (\S+)", text(name))) for key in ("context", "dockerfile"))
        assert (DEPLOY / context).resolve() == ROOT
        assert (ROOT / file).is_file()

    def test_copies_of_the_site_share_a_key(self) -> None:
        assert "CRIB_SECRET_KEY: ${CRIB_SECRET_KEY:?" in text("compose.scaled.yaml")


def test_one_port_is_meant_everywhere() -> None:
    ports = {
        "expose": said("EXPOSE"),
        "command": re.findall(r'"--port", "(\d+)"', said("CMD")[0]),
        "health": re.findall(r"127\.0\.0\.1:(\d+)/", said("HEALTHCHECK")[0]),
        "compose": re.findall(r"127\.0\.0\.1:\d+:(\d+)", text("compose.yaml")),
        "scaled": re.findall(r"site-\d:(\d+)", text("compose.scaled.yaml")),
        "Caddy": re.findall(r"127\.0\.0\.1:(\d+)", text("Caddyfile")),
        "nginx": re.findall(r"server 127\.0\.0\.1:(\d+);", text("nginx.conf")),
        "systemd": re.findall(r"serve --port (\d+)", text("crib.service")),
    }
    assert {name: set(found) for name, found in ports.items()} == {name: {"8000"} for name in ports}


def test_proxies_are_given_every_copy_of_the_site() -> None:
    scaled = text("compose.scaled.yaml")
    copies = set(re.findall(r"^  (site-\d):$", scaled, re.MULTILINE))
    assert len(copies) >= 2
    assert set(re.findall(r"(site-\d):8000", scaled)) == copies
    assert set(re.findall(r"^      - (site-\d)$", scaled, re.MULTILINE)) == copies


def test_large_bodies_are_refused_by_proxies_as_by_the_site() -> None:
    assert "client_max_body_size 1m;" in text("nginx.conf")
    assert "max_size 1MB" in text("Caddyfile")


def test_systemd_is_told_when_the_site_is_ready_and_lets_it_write_only_its_folder() -> None:
    unit = dict(re.findall(r"^(\w+)=(.*)$", text("crib.service"), re.MULTILINE))
    assert unit["Type"] == "notify"
    assert (unit["ProtectSystem"], unit["NoNewPrivileges"], unit["CapabilityBoundingSet"]) == ("strict", "yes", "")
    assert unit["Environment"] == f"CRIB_DATA=%S/{unit['StateDirectory']}"
    nightly = text("crib-nightly.service")
    confined = text("crib.service").partition("ProtectSystem=")[2].partition("[Install]")[0].strip()
    assert confined in nightly
    assert "manage.py backup" in nightly
    assert "manage.py clear-guests" in nightly
    assert [name for name in re.findall(r"manage\.py (\S+)", nightly) if name not in {"backup", "clear-guests"}] == []


# ------------------------------------------------------------------------------------- by the programs that read them


def program(name: str) -> str:
    """Where a program is; the test is skipped where it is not installed."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed.")
    return found


@pytest.mark.parametrize("name", ["crib.service", "crib-nightly.service", "crib-nightly.timer"])
def test_systemd_reads_the_unit(tmp_path: Path, name: str) -> None:
    for unit in DEPLOY.glob("crib*.*"):
        installed = unit.read_text().replace("/opt/crib/.venv/bin/python", sys.executable)
        (tmp_path / unit.name).write_text(installed)
    command = [program("systemd-analyze"), "verify", "--man=no", str(tmp_path / name)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_nginx_reads_its_file(tmp_path: Path) -> None:
    file = write_nginx(tmp_path, [8000], http=8080, https=8443)
    command = [program("nginx"), "-t", "-q", "-p", str(tmp_path), "-c", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_caddy_reads_its_file(tmp_path: Path) -> None:
    command = [program("caddy"), "adapt", *caddy_arguments(DEPLOY / "Caddyfile")]
    extra = caddy_environment(tmp_path, [8000, 8001])
    result = subprocess.run(command, env=extra, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert all(f'"dial":"127.0.0.1:{port}"' in result.stdout for port in (8000, 8001))


@pytest.mark.parametrize("name", COMPOSE)
def test_docker_reads_the_compose_file(tmp_path: Path, name: str) -> None:
    docker = program("docker")
    if subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("docker compose is not installed.")
    values = {"CRIB_HOSTS": "crib.example.org", "CRIB_SECRET_KEY": "a key", "POSTGRES_PASSWORD": "a-password"}
    (tmp_path / "env").write_text("".join(f"{name}={value}\n" for name, value in values.items()))
    command = [docker, "compose", "--file", str(DEPLOY / name), "--env-file", str(tmp_path / "env"), "config", "-q"]
    assert subprocess.run(command, check=False).returncode == 0
