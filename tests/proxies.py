"""The proxies of `crib_site/deploy` on this machine, with their files as they are but for ports and names."""

import os
import shutil
import signal
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from time import monotonic, sleep

from tests.server import ROOT, free_port
from tests.visitor import Visitor

DEPLOY = ROOT / "crib_site" / "deploy"
HOST = "localhost"


@dataclass
class Proxy:
    """A proxy at work, at HOST: where it speaks HTTPS, where it sends there, and the session of its processes."""

    port: int
    plain_port: int
    session: int = 0


class SecureVisitor(Visitor):
    """Somebody who comes by HTTPS, from an address of this machine, and believes any certificate."""

    def __init__(self, site: Proxy, source: str = "", **headers: str) -> None:
        super().__init__(site, **headers)
        self.source = (source, 0) if source else None

    def connection(self) -> HTTPConnection:
        """Return a new connection to the site."""
        return HTTPSConnection(HOST, self.site.port, timeout=60, context=_believing(), source_address=self.source)


@cache
def _believing() -> ssl.SSLContext:
    """Return what believes any certificate, made once: it reads a file of hundreds."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def write_nginx(folder: Path, sites: Sequence[int], http: int, https: int) -> Path:
    """Write what nginx needs to run in a folder as anybody. Returns the name of its main file."""
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*made, *files], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    servers = " ".join(f"server 127.0.0.1:{port};" for port in sites)
    for shipped, here in {
        "server 127.0.0.1:8000;": servers,
        "listen 80;": f"listen {http};",
        "listen [::]:80;": f"listen [::]:{http};",
        "443": str(https),
        "/etc/letsencrypt/live/crib.example.org": str(folder),
        "crib.example.org": HOST,
    }.items():
        assert shipped in text
        text = text.replace(shipped, here)
    (folder / "crib.conf").write_text(text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    main = folder / "nginx.conf"
    main.write_text(
        f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nworker_processes 1;\n"
        f"events {{ worker_connections 1024; }}\n"
        f"http {{\n{temporary}access_log off;\ninclude {folder}/crib.conf;\n}}\n"
    )
    return main


def caddy_arguments(file: Path) -> list[str]:
    """Return the arguments with which Caddy reads a file."""
    return ["--config", str(file), "--adapter", "caddyfile"]


def caddy_environment(folder: Path, sites: Sequence[int]) -> dict[str, str]:
    """Return the environment in which Caddy keeps everything in a folder and knows the sites."""
    upstreams = " ".join(f"127.0.0.1:{port}" for port in sites)
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "CRIB_HOSTS": HOST, "UPSTREAMS": upstreams}


def _write_caddy(folder: Path, http: int, https: int) -> Path:
    """Write Caddy's file for ports of this machine, with a certificate of its own making."""
    options = f"admin off\nhttp_port {http}\nhttps_port {https}\nlocal_certs\nskip_install_trust\n"
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (folder / "Caddyfile").write_text(text.replace("\n{\n", f"\n{{\n{options}", 1))
    return folder / "Caddyfile"


@contextmanager
def proxy(name: str, folder: Path, sites: Sequence[int]) -> Iterator[Proxy]:
    """Run nginx or Caddy before the sites at these ports, with all its files in a folder, and yield it when it answers.

    Raise FileNotFoundError if it is not installed.
    """
    program = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if program is None:
        raise FileNotFoundError(name)
    found = Proxy(free_port(), free_port())
    if name == "nginx":
        file = write_nginx(folder, sites, found.plain_port, found.port)
        command, extra = [program, "-p", str(folder), "-c", str(file)], dict(os.environ)
    else:
        file = _write_caddy(folder, found.plain_port, found.port)
        command, extra = [program, "run", *caddy_arguments(file)], caddy_environment(folder, sites)
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, env=extra, stdout=log, stderr=log, start_new_session=True) as running,
    ):
        found.session = running.pid
        try:
            _wait(found)
            yield found
        finally:
            running.send_signal(signal.SIGTERM)


def _wait(found: Proxy) -> None:
    """Wait until the proxy gives a page of the site, for half a minute."""
    until = monotonic() + 30
    while True:
        with suppress(OSError):
            visitor = SecureVisitor(found, Host=HOST)
            if visitor.hear(visitor.send("GET", "/account/login/")).status == 200:
                return
        assert monotonic() < until, "the proxy does not answer"
        sleep(0.2)
