from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0003_carry_over"),
    ]

    operations = [
        migrations.RemoveField(
            model_name='attempt',
            name='cards',
        ),
        migrations.RemoveField(
            model_name='attempt',
            name='claim',
        ),
        migrations.RemoveField(
            model_name='attempt',
            name='crib',
        ),
        migrations.RemoveField(
            model_name='attempt',
            name='found',
        ),
        migrations.RemoveField(
            model_name='attempt',
            name='hunting',
        ),
        migrations.RemoveField(
            model_name='attempt',
            name='points',
        ),
        migrations.RemoveField(
            model_name='attempt',
            name='seed',
        ),
    ]
