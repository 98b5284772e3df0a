"""A proxy before one or more copies of the site, with a configuration for one measurement.

Clients of a measurement all come from this machine. Each says who it is in the header X-Learner; the proxy passes that
on as X-Forwarded-For, as it passes on the address of a client elsewhere. It says that the client spoke HTTPS.
"""

import getpass
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server import free_port

_NGINX = """
user {user}; worker_processes auto; pid {folder}/pid; error_log stderr error;
events {{ worker_connections 2048; }}
http {{
    access_log off; client_max_body_size 1m;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    upstream site {{ {servers} }}
    server {{
        listen 127.0.0.1:{port} backlog=1024;
        location / {{
            proxy_pass http://site;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-Proto https;
            proxy_set_header X-Forwarded-For $http_x_learner;
        }}
    }}
}}
"""
_CADDY = """
{{
    admin off
    auto_https off
    storage file_system {folder}
    log default {{
        level ERROR
    }}
}}
http://:{port} {{
    bind 127.0.0.1
    reverse_proxy {servers} {{
        header_up X-Forwarded-Proto https
        header_up X-Forwarded-For {{header.X-Learner}}
    }}
}}
"""


@dataclass(frozen=True)
class Proxy:
    """A proxy at work: its port and its process, which has a session of its own."""

    port: int
    process: "subprocess.Popen[bytes]"


@contextmanager
def proxied(program: str, ports: Sequence[int]) -> Iterator[Proxy]:
    """Run nginx or Caddy before the copies of the site at these ports."""
    with TemporaryDirectory() as folder:
        port, file = free_port(), Path(folder) / "conf"
        if program == "nginx":
            servers = " ".join(f"server 127.0.0.1:{port};" for port in ports)
            file.write_text(_NGINX.format(user=getpass.getuser(), folder=folder, servers=servers, port=port))
            command = ["nginx", "-p", folder, "-c", str(file), "-e", "stderr", "-g", "daemon off;"]
        else:
            servers = " ".join(f"127.0.0.1:{port}" for port in ports)
            file.write_text(_CADDY.format(folder=folder, servers=servers, port=port))
            command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
        process = subprocess.Popen(command, start_new_session=True, stderr=None if program == "nginx" else -3)
        try:
            _wait(port)
            yield Proxy(port, process)
        finally:
            process.terminate()
            process.wait(30)


def _wait(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError("the proxy does not answer")
