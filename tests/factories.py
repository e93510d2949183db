"""A fixed cast of people, for tests to seat at games."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from factory.declarations import LazyAttribute, Sequence
from factory.django import DjangoModelFactory, Password
from factory.helpers import post_generation

from games.people.models import User


class UserFactory(DjangoModelFactory[User]):
    """Somebody with a verified address; the password is "password"."""

    class Meta:
        model = User
        django_get_or_create = ("username",)
        skip_postgeneration_save = True

    username = Sequence(lambda n: f"person{n}")
    email = LazyAttribute(lambda person: f"{person.username}@example.org")
    password = Password("password")

    @post_generation
    def verified(self, create: bool, verified: bool | None, **_kwargs: object) -> None:
        if create and verified is not False:
            EmailAddress.objects.get_or_create(user=self, email=self.email, verified=True, primary=True)
