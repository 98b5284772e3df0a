"""The tables as they were after six earlier migrations, which this one holds.

A database that has all six goes on from here. One that lacks the last of them, 0006_names_by_key, is refused by the
next migration.
"""

import django.db.models.deletion
import django.utils.timezone
import trainer.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Throttle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True, verbose_name='key')),
                ('failures', models.PositiveIntegerField(default=0, verbose_name='failures')),
                ('failed_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='last failure at')),
            ],
            options={
                'verbose_name': 'throttle',
                'verbose_name_plural': 'throttles',
            },
        ),
        migrations.CreateModel(
            name='Learner',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('name', models.CharField(blank=True, max_length=40, null=True, unique=True, verbose_name='name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='May open the admin.', verbose_name='staff')),
                ('is_active', models.BooleanField(default=True, help_text='May log in.', verbose_name='active')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='here since')),
                ('active_on', models.DateField(blank=True, null=True, verbose_name='last here on')),
                ('public_name', models.CharField(blank=True, help_text='Under this name the results of the daily run are shown to everybody.', max_length=24, null=True, unique=True, verbose_name='public name')),
                ('preferences', models.JSONField(blank=True, default=dict, verbose_name='preferences')),
                ('name_key', models.CharField(blank=True, editable=False, max_length=150, null=True, unique=True, verbose_name='name as it is compared')),
                ('public_key', models.CharField(blank=True, editable=False, max_length=100, null=True, unique=True, verbose_name='public name as it is compared')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'learner',
                'verbose_name_plural': 'learners',
            },
        ),
        migrations.CreateModel(
            name='Classroom',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=trainer.models.new_key, editable=False, max_length=16, unique=True, verbose_name='key')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('code', models.CharField(max_length=12, unique=True, verbose_name='join code')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='made at')),
                ('organiser', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='classrooms_organised', to=settings.AUTH_USER_MODEL, verbose_name='organiser')),
            ],
            options={
                'verbose_name': 'class',
                'verbose_name_plural': 'classes',
            },
        ),
        migrations.CreateModel(
            name='Assignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('settings', models.CharField(max_length=200, verbose_name='settings')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='set at')),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='trainer.classroom', verbose_name='class')),
            ],
            options={
                'verbose_name': 'assignment',
                'verbose_name_plural': 'assignments',
                'ordering': ['-until'],
            },
        ),
        migrations.CreateModel(
            name='Recall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('drill', models.CharField(max_length=12, verbose_name='drill')),
                ('pattern', models.CharField(max_length=300, verbose_name='pattern')),
                ('cause', models.CharField(blank=True, max_length=40, verbose_name='cause')),
                ('question', models.CharField(max_length=300, verbose_name='question')),
                ('card', models.JSONField(default=dict, verbose_name='card')),
                ('due_at', models.DateTimeField(verbose_name='due at')),
                ('turns', models.PositiveIntegerField(default=0, verbose_name='asked')),
                ('rights', models.PositiveIntegerField(default=0, verbose_name='right in a row')),
                ('right_since', models.DateTimeField(blank=True, null=True, verbose_name='right since')),
                ('retired', models.BooleanField(default=False, verbose_name='retired')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='missed at')),
                ('learner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recalls', to=settings.AUTH_USER_MODEL, verbose_name='learner')),
            ],
            options={
                'verbose_name': 'recall item',
                'verbose_name_plural': 'recall items',
            },
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=trainer.models.new_key, editable=False, max_length=16, unique=True, verbose_name='key')),
                ('settings', models.CharField(max_length=200, verbose_name='settings')),
                ('seed', models.BigIntegerField(verbose_name='seed')),
                ('drill', models.CharField(max_length=12, verbose_name='drill')),
                ('stage', models.CharField(choices=[('ask', 'a question'), ('hunt', 'a search for what was missed'), ('shown', 'an answer'), ('over', 'the summary')], default='ask', max_length=8, verbose_name='stage')),
                ('asked', models.CharField(max_length=300, verbose_name='question')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='asked at')),
                ('deeds', models.PositiveIntegerField(default=0, verbose_name='deeds')),
                ('hinted', models.BooleanField(default=False, verbose_name='hint given')),
                ('found', models.JSONField(default=list, verbose_name='found')),
                ('number', models.PositiveIntegerField(default=0, verbose_name='answers')),
                ('right', models.PositiveIntegerField(default=0, verbose_name='right')),
                ('score', models.FloatField(default=0.0, verbose_name='score')),
                ('combo', models.PositiveIntegerField(default=0, verbose_name='combo')),
                ('best_combo', models.PositiveIntegerField(default=0, verbose_name='best combo')),
                ('extra', models.IntegerField(default=0, verbose_name='seconds added')),
                ('skips', models.PositiveSmallIntegerField(default=0, verbose_name='passed over')),
                ('paused', models.FloatField(default=0.0, verbose_name='seconds paused')),
                ('begun_at', models.DateTimeField(blank=True, null=True, verbose_name='begun at')),
                ('paused_at', models.DateTimeField(blank=True, null=True, verbose_name='paused at')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended at')),
                ('queue', models.JSONField(default=list, verbose_name='still to ask')),
                ('known', models.JSONField(default=dict, verbose_name='known of the recall item')),
                ('weak', models.CharField(blank=True, max_length=200, verbose_name='weak at')),
                ('rates', models.JSONField(default=dict, verbose_name='rates')),
                ('day', models.DateField(blank=True, null=True, verbose_name='daily run of')),
                ('assignment', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='runs', to='trainer.assignment', verbose_name='set by')),
                ('learner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to=settings.AUTH_USER_MODEL, verbose_name='learner')),
                ('recalled', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='trainer.recall', verbose_name='recall item')),
            ],
            options={
                'verbose_name': 'run',
                'verbose_name_plural': 'runs',
            },
        ),
        migrations.CreateModel(
            name='Reading',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lesson', models.CharField(max_length=40, verbose_name='lesson')),
                ('stars', models.PositiveSmallIntegerField(default=0, verbose_name='stars')),
                ('checks', models.PositiveIntegerField(default=0, verbose_name='checks')),
                ('begun_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='begun at')),
                ('done_at', models.DateTimeField(blank=True, null=True, verbose_name='done at')),
                ('learner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='readings', to=settings.AUTH_USER_MODEL, verbose_name='learner')),
                ('check_run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='trainer.run', verbose_name='check')),
                ('steps', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='trainer.run', verbose_name='steps')),
            ],
            options={
                'verbose_name': 'lesson taken',
                'verbose_name_plural': 'lessons taken',
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(default=0, verbose_name='number')),
                ('drill', models.CharField(max_length=12, verbose_name='drill')),
                ('sort', models.CharField(blank=True, max_length=20, verbose_name='class of question')),
                ('question', models.CharField(max_length=300, verbose_name='question')),
                ('answer', models.CharField(blank=True, max_length=300, verbose_name='answer')),
                ('right', models.BooleanField(verbose_name='right')),
                ('lost', models.FloatField(default=0.0, verbose_name='points lost')),
                ('causes', models.CharField(blank=True, max_length=200, verbose_name='likely causes')),
                ('hinted', models.BooleanField(default=False, verbose_name='with a hint')),
                ('late', models.BooleanField(default=False, verbose_name='late')),
                ('rated', models.BooleanField(default=True, verbose_name='counts in progress')),
                ('asked_at', models.DateTimeField(verbose_name='asked at')),
                ('answered_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='answered at')),
                ('learner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to=settings.AUTH_USER_MODEL, verbose_name='learner')),
                ('run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='trainer.run', verbose_name='run')),
            ],
            options={
                'verbose_name': 'attempt',
                'verbose_name_plural': 'attempts',
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('facet', models.CharField(max_length=60, verbose_name='facet')),
                ('times', models.PositiveIntegerField(default=0, verbose_name='asked for')),
                ('misses', models.FloatField(default=0.0, verbose_name='missed')),
                ('timed', models.PositiveIntegerField(default=0, verbose_name='with a time')),
                ('seconds', models.FloatField(default=0.0, verbose_name='seconds')),
                ('level', models.FloatField(default=0.0, verbose_name='smoothed accuracy')),
                ('pace', models.FloatField(default=0.0, verbose_name='smoothed time')),
                ('learner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to=settings.AUTH_USER_MODEL, verbose_name='learner')),
            ],
            options={
                'verbose_name': 'tally',
                'verbose_name_plural': 'tallies',
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('called', models.CharField(help_text='The name under which the class sees the member.', max_length=40, verbose_name='called')),
                ('shares', models.BooleanField(default=False, verbose_name='shares progress')),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='joined at')),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='trainer.classroom', verbose_name='class')),
                ('learner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL, verbose_name='learner')),
            ],
            options={
                'verbose_name': 'membership',
                'verbose_name_plural': 'memberships',
                'constraints': [models.UniqueConstraint(fields=('classroom', 'learner'), name='member_once_in_class')],
            },
        ),
        migrations.AddIndex(
            model_name='recall',
            index=models.Index(fields=['learner', 'retired', 'due_at'], name='recall_due'),
        ),
        migrations.AddConstraint(
            model_name='recall',
            constraint=models.UniqueConstraint(fields=('learner', 'drill', 'pattern', 'cause'), name='recall_once_for_pattern'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(fields=['learner', '-asked_at'], name='run_of_learner'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(fields=['learner', 'settings', '-score'], name='run_best'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(fields=['learner', 'settings', '-ended_at'], name='run_ended'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('day__isnull', False)), fields=['day', '-score'], name='run_of_day'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(fields=('learner', 'day'), name='daily_run_once'),
        ),
        migrations.AddConstraint(
            model_name='reading',
            constraint=models.UniqueConstraint(fields=('learner', 'lesson'), name='reading_once_for_lesson'),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(fields=['learner', '-answered_at'], name='attempt_of_learner'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(fields=('run', 'number'), name='attempt_once_in_run'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(fields=('learner', 'day', 'facet'), name='tally_once_for_facet'),
        ),
    ]
