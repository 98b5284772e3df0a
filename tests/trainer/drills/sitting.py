"""A learner who sits before a run of one drill, without JavaScript."""

from django.test import Client

from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Attempt, Run
from trainer.practice.addresses import start_url


class Sitting:
    """A learner before a run of one drill."""

    def __init__(self, client: Client, drill: str, question: str, mode: Mode = Mode.CALM) -> None:
        self.client = client
        self.url = start_url(Settings(drill, mode), asked=question)

    def page(self, **headers: str) -> str:
        """What is shown now."""
        response = self.client.get(self.url, follow=True, headers=headers)
        assert response.status_code == 200
        return response.content.decode()

    def post(self, **fields: object) -> str:
        """What is shown after a form was sent."""
        response = self.client.post(self.url, {"number": 0, **fields}, follow=True)
        assert response.status_code == 200
        run = Run.objects.order_by("-pk").first()
        if run:
            self.url = f"/runs/{run.key}/"
        return response.content.decode()

    @property
    def attempt(self) -> Attempt:
        """The answer that was kept."""
        return Attempt.objects.get()
