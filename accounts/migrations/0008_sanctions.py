"""What the staff hold against accounts is a history; suspensions that hold now begin it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def begin_history(apps, schema_editor):
    user_model = apps.get_model("accounts", "User")
    sanction_model = apps.get_model("accounts", "Sanction")
    suspended = user_model.objects.using(schema_editor.connection.alias).exclude(suspended_at=None)
    sanction_model.objects.using(schema_editor.connection.alias).bulk_create(
        sanction_model(
            account_id=user.pk,
            kind="suspension",
            reason=user.suspension_reason,
            issued_by_id=user.suspended_by_id,
            issued_at=user.suspended_at,
        )
        for user in suspended.iterator()
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_audit"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=2000, verbose_name="what should we know?")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                (
                    "decided_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="decided at"),
                ),
                ("is_granted", models.BooleanField(blank=True, null=True, verbose_name="granted")),
                ("answer", models.TextField(blank=True, verbose_name="answer")),
            ],
            options={
                "verbose_name": "appeal",
                "verbose_name_plural": "appeals",
                "ordering": ["-made_at"],
                "default_permissions": ("change", "view"),
            },
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warning", "Warning"),
                            ("mute", "Mute"),
                            ("no_tables", "No new tables"),
                            ("no_public", "No public tables"),
                            ("suspension", "Suspension"),
                            ("ban", "Ban"),
                        ],
                        max_length=12,
                        verbose_name="kind",
                    ),
                ),
                (
                    "reason",
                    models.TextField(
                        help_text="Shown to the account's holder.", verbose_name="reason"
                    ),
                ),
                ("issued_at", models.DateTimeField(verbose_name="from")),
                ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="until")),
                (
                    "lifted_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="lifted at"),
                ),
                (
                    "report",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="the case that it came from",
                        null=True,
                        verbose_name="report",
                    ),
                ),
            ],
            options={
                "verbose_name": "sanction",
                "verbose_name_plural": "sanctions",
                "ordering": ["-issued_at", "-pk"],
                "default_permissions": ("add", "change", "view"),
            },
        ),
        migrations.AddField(
            model_name="user",
            name="suspended_until",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="suspended until"
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("suspended_until__isnull", False)),
                fields=["suspended_until"],
                name="account_let_in_again",
            ),
        ),
        migrations.AddField(
            model_name="appeal",
            name="decided_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="account",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sanctions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="issued_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="issued by",
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="lifted_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="appeal",
            name="sanction",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="appeal",
                to="accounts.sanction",
            ),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(fields=["account", "-issued_at"], name="sanctions_of_account"),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", ["warning", "ban"]), _negated=True),
                    ("ends_at", None),
                    _connector="OR",
                ),
                name="sanction_without_an_end",
            ),
        ),
        migrations.RunPython(begin_history, migrations.RunPython.noop),
    ]
