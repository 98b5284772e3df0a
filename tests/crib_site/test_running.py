"""A data folder is shared by servers, and had alone by a restore."""

import subprocess
import sys
from pathlib import Path

from crib_site import running
from tests.server import ROOT, free_port
from tests.test_site import is_one_sentence, manage

HOLDING = """
import os, sys
from pathlib import Path
from crib_site import running
assert running.hold(Path(sys.argv[1]))
if os.fork():
    os._exit(0)  # as a server that was killed, whose worker goes on
print("held", flush=True)
sys.stdin.read()
"""


def test_no_server_starts_while_a_backup_is_restored(tmp_path: Path) -> None:
    with running.alone(tmp_path) as free:
        assert free
        result = manage(tmp_path, "serve", "--port", str(free_port()))
        assert is_one_sentence(result, "is being restored", str(tmp_path))
        assert not (tmp_path / "crib.sqlite3").exists()


def test_servers_share_a_folder_and_keep_a_restore_away_until_their_last_worker_has_ended(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDING, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stdout.readline() == "held\n"
        assert server.wait(30) == 0
        with running.alone(tmp_path) as free:
            assert not free
        server.stdin.close()
        server.stdout.read()  # ends with the worker
    with running.alone(tmp_path) as free:
        assert free
    assert running.hold(tmp_path)
    assert running.hold(tmp_path), "a second server"
