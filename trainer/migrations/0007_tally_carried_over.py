"""Nothing: tallying the answers from before there were runs needs the columns of 0011_late_tallies, which does it."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0006_owned_sessions"),
    ]

    operations = []
