"""Every act of the staff, append-only at the database."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.append_only import protect, unprotect

TABLE = "accounts_auditentry"


def _protect(_apps, schema_editor):
    protect(schema_editor.connection, TABLE)


def _unprotect(_apps, schema_editor):
    unprotect(schema_editor.connection, TABLE)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_letters_are_notices"),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveBigIntegerField(unique=True, verbose_name="number")),
                ("at", models.DateTimeField(verbose_name="when")),
                ("act", models.CharField(max_length=40, verbose_name="act")),
                ("is_refused", models.BooleanField(default=False, verbose_name="refused")),
                (
                    "match",
                    models.CharField(
                        blank=True, db_index=True, default="", max_length=20, verbose_name="match"
                    ),
                ),
                (
                    "thing",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="a line, a report, a group",
                        max_length=60,
                        verbose_name="thing",
                    ),
                ),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("facts", models.JSONField(blank=True, default=dict, verbose_name="facts")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
                (
                    "about",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "entry of the audit",
                "verbose_name_plural": "audit",
                "ordering": ["-number"],
                "default_permissions": ("view",),
            },
        ),
        migrations.RunPython(_protect, _unprotect),
    ]
