"""A fixed cast of people, and games for them to sit at."""

from __future__ import annotations

import factory
from allauth.account.models import EmailAddress

from prweb.accounts.models import User


class UserFactory(factory.django.DjangoModelFactory[User]):
    """Somebody with a verified address; the password is "password"."""

    class Meta:
        model = User
        django_get_or_create = ("username",)
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"person{n}")
    email = factory.LazyAttribute(lambda person: f"{person.username}@example.org")
    password = factory.django.Password("password")

    @factory.post_generation
    def verified(self, create: bool, verified: bool | None, **_kwargs: object) -> None:
        if create and verified is not False:
            EmailAddress.objects.get_or_create(user=self, email=self.email, verified=True, primary=True)
