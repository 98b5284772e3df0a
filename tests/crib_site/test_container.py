"""The container without a container engine: the Dockerfile's steps in a copy of this machine's file system.

What they write goes to a layer of its own. Then, as an engine does with `compose.yaml`, the site runs as process 1 with
the Dockerfile's user, without privileges, on a file system that is read-only but for `/data` and `/tmp`.
"""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.crib_site.test_deploy import instructions, said
from tests.server import ROOT, free_port

pytestmark = pytest.mark.full("installs all packages anew")

UNPRIVILEGED = (
    "setpriv --reuid=crib --regid=crib --clear-groups --no-new-privs"
    " --bounding-set=-all --inh-caps=-all --ambient-caps=-all"
)


def layered(folder: Path) -> list[str]:
    """Shell commands that lay an empty layer over this machine's file system, at `folder / "root"`."""
    for name in ("root", "upper", "work", "data"):
        (folder / name).mkdir()
    python = Path(sys.base_prefix) / "bin"
    reachable = [str(parent) for parent in (python, *python.parents) if str(parent) != "/"]
    return [
        "set -eu",
        f"cd {folder}",
        "mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root",
        "mount --rbind /proc root/proc",
        "mount --rbind /dev root/dev",
        f"chmod a+x {' '.join(f'root{parent}' for parent in reachable)}",
        f"export PATH={python}:/usr/bin:/bin:/usr/sbin:/sbin",
    ]


def built() -> Iterator[str]:
    """Shell commands that do what the Dockerfile says."""
    for name, arguments in instructions():
        match name:
            case "RUN":
                yield f"chroot root /bin/sh -c {shlex.quote(arguments)}"
            case "COPY" if arguments.startswith("--from="):
                continue  # there is one file system for all stages
            case "COPY":
                *sources, target = arguments.split()
                into = f"root{target}" if target.endswith("/") else f"root{Path(target).parent}"
                yield f"mkdir -p {into}"
                yield f"cp -r {' '.join(str(ROOT / source) for source in sources)} {into}"
            case "ENV":
                yield f"export {arguments}"


def run(port: int, arguments: list[str]) -> str:
    """The shell command that becomes the container's process."""
    command = [*json.loads(said("ENTRYPOINT")[0]), *arguments]
    workdir = said("WORKDIR")[0]
    started = f"cd {workdir} && exec {UNPRIVILEGED} {shlex.join(command)}".replace("8000", str(port))
    return f"exec chroot root /bin/sh -c {shlex.quote(started)}"


READ_ONLY = [
    "install --directory --owner=10001 --group=10001 --mode=0700 data",
    "mount --bind data root/data",
    "mount -o remount,ro root",
    "mount -t tmpfs tmpfs root/tmp",
]


def child_of(process: int) -> int:
    """The only child of a process."""
    told = subprocess.check_output(["ps", "-A", "-o", "pid=", "-o", "ppid="], text=True)
    [child] = [int(line.split()[0]) for line in told.splitlines() if int(line.split()[1]) == process]
    return child


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root may mount file systems.")
def test_the_image_is_built_and_serves(tmp_path: Path) -> None:
    port = free_port()
    health = [word.replace("8000", str(port)) for word in json.loads(said("HEALTHCHECK")[0].split(" CMD ")[1])]
    lines = [*layered(tmp_path), *built(), *READ_ONLY]
    serve = run(port, json.loads(said("CMD")[0]))
    script = "\n".join([*lines, serve])
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c", script]
    with (tmp_path / "log").open("w") as log, subprocess.Popen(command, stdout=log, stderr=log) as started:
        try:
            until = monotonic() + 600
            while str(port) not in (tmp_path / "log").read_text():
                assert started.poll() is None, (tmp_path / "log").read_text()
                assert monotonic() < until
                sleep(1)
            server = child_of(started.pid)
            inside = ["nsenter", f"--target={server}", "--mount", f"--root=/proc/{server}/root", "--setuid=10001"]
            subprocess.run([*inside, *health], check=True)
            status = Path(f"/proc/{server}/status").read_text()
            assert "\nUid:\t10001\t10001\t10001\t10001\n" in status
            assert "\nCapEff:\t0000000000000000\n" in status
            manage = f"cd {said('WORKDIR')[0]} && exec {shlex.join(json.loads(said('ENTRYPOINT')[0]))} "
            admin = {**os.environ, "CRIB_DATA": "/data", "DJANGO_SUPERUSER_PASSWORD": "fifteen two four"}
            make = [*inside, "sh", "-c", f"{manage} createsuperuser --no-input --name=Root"]
            subprocess.run(make, check=True, env=admin)
            asking = HTTPConnection("127.0.0.1", port)
            asking.request("GET", "/hands/")
            assert asking.getresponse().status == 200
            assert subprocess.run([*inside, "touch", "/app/x"], capture_output=True, check=False).returncode
            assert {path.name for path in (tmp_path / "data").iterdir()} >= {"crib.sqlite3", "secret_key", "static"}
            os.kill(server, signal.SIGTERM)
            assert started.wait(40) == 0
        finally:
            started.kill()
    assert "Traceback" not in (tmp_path / "log").read_text()
