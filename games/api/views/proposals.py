"""Deciding together: what is proposed at a table, and the votes on it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Denied, Permission
from games.api import request_bodies, response_builders, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.idempotency_keys import given_or_new_key
from games.api.schema import operation
from games.models import Game, Move, Proposal
from games.people.models import User
from games.table.proposals import actions
from games.table.proposals.shown import proposals_of, shown

PROBLEMS = ("not-found", "denied", "suspended", "conflict")
SHAPE = serializer_for(response_types.ProposalShape)


class Proposals(ApiView):
    permissions = {
        "list": Permission.WATCH,
        "create": Permission.PROPOSE,
        "vote": Permission.VOTE,
        "withdraw": Permission.PROPOSE,
    }
    throttle_scopes = {"create": "play", "vote": "play", "withdraw": "play"}
    queryset = Game.objects.all()
    pagination_class = None
    serializer_class = SHAPE

    @operation(
        "What was proposed in a game",
        SHAPE(many=True),
        problems=["not-found", "denied"],
        description="The newest first. Who does not sit at the table sees what was accepted, without the votes.",
    )
    def list(self, request: Request, pk: str) -> Response:
        game = self.game(pk)
        at_the_table, seats = self.own_seat(game) is not None, list(game.seats.all())
        reader = request.user if isinstance(request.user, User) else None
        rows = [row for row in reversed(proposals_of(game)) if at_the_table or row.status == Proposal.Status.ACCEPTED]
        built = [response_builders.build_proposal(shown(row, reader, seats), with_votes=at_the_table) for row in rows]
        return Response(to_json(built))

    @operation(
        "Propose something to the others",
        SHAPE,
        status=201,
        body=request_bodies.ProposalBody,
        problems=["invalid", "refused", *PROBLEMS],
        description="You agree to it yourself. If nobody else votes, it is done at once. With an Idempotency-Key the "
        "same request proposes once. Only people propose and vote; programs of bot accounts do not.",
    )
    def create(self, request: Request, pk: str) -> Response:
        self.game(pk)
        body = request_bodies.ProposalBody(data=request.data)
        body.is_valid(raise_exception=True)
        kind, given, key = body.validated_data["kind"], body.given(), given_or_new_key(request)
        made = actions.propose(pk, self.user, kind, given, key=key, source=Move.Source.API)
        return Response(self._shape(pk, made.pk), 201)

    @operation(
        "Vote on a proposal",
        SHAPE,
        body=request_bodies.VoteBody,
        problems=["invalid", *PROBLEMS],
        description="Until it is decided you can change your mind. The same vote again changes nothing.",
    )
    def vote(self, request: Request, pk: str, proposal_id: int) -> Response:
        self._require_of(pk, proposal_id)
        body = request_bodies.VoteBody(data=request.data)
        body.is_valid(raise_exception=True)
        actions.vote(proposal_id, self.user, agrees=body.validated_data["agrees"], source=Move.Source.API)
        return Response(self._shape(pk, proposal_id))

    @operation("Withdraw what you have proposed", SHAPE, problems=["refused", *PROBLEMS])
    def withdraw(self, request: Request, pk: str, proposal_id: int) -> Response:
        self._require_of(pk, proposal_id)
        actions.withdraw(proposal_id, self.user, source=Move.Source.API)
        return Response(self._shape(pk, proposal_id))

    def _require_of(self, game_id: str, proposal_id: int) -> None:
        """Raises Denied, also for a proposal of another game."""
        if not self.game(game_id).proposals.filter(pk=proposal_id).exists():
            raise Denied(self.permission, hidden=True)

    def _shape(self, game_id: str, proposal_id: int) -> object:
        game = self.game(game_id)
        row = game.proposals.select_related("by__owner").prefetch_related("ballots").get(pk=proposal_id)
        built = response_builders.build_proposal(shown(row, self.user, list(game.seats.all())), with_votes=True)
        return to_json(built)
