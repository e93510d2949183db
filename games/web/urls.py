"""Addresses of the pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.web.views import answering, home, links, lobby, managing, people, programs, replay, rules, table, watching

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("preferences/", people.preferences, name="preferences"),
    path("preferences/sign-out/", people.sign_out_everywhere, name="sign-out-everywhere"),
    path("preferences/mail-again/", people.mail_again, name="mail-again"),
    path("preferences/programs/", programs.overview, name="programs"),
    path("preferences/programs/register/", programs.register, name="program-register"),
    path("preferences/programs/<str:name>/close/", programs.close, name="program-close"),
    path("preferences/tokens/make/", programs.make_token, name="token-make"),
    path("preferences/tokens/<str:handle>/revoke/", programs.revoke_token, name="token-revoke"),
    path("games/", lobby.lobby, name="lobby"),
    path("games/new/", lobby.new_game, name="game-new"),
    path("games/watch/", watching.watch, name="watch"),
    path("games/<str:game_id>/", table.game, name="game"),
    path("games/<str:game_id>/turn/", table.follow, name="game-turn"),
    path("games/<str:game_id>/log/", table.log, name="game-log"),
    path("games/<str:game_id>/record/", table.record, name="game-record"),
    path("games/<str:game_id>/rules/", rules.game_rules, name="game-rules"),
    path("games/<str:game_id>/replay/", replay.replay, name="game-replay-start"),
    path("games/<str:game_id>/replay/<int:number>/", replay.position, name="game-replay"),
    path("games/<str:game_id>/join/", lobby.join_game, name="game-join"),
    path("games/<str:game_id>/join/<str:code>/", lobby.join_game, name="game-join"),
    path("games/<str:game_id>/join/<str:code>/<str:proof>/", lobby.join_game, name="game-join"),
    path("games/<str:game_id>/leave/", managing.leave_game, name="game-leave"),
    path("games/<str:game_id>/cancel/", managing.call_off, name="game-cancel"),
    path("games/<str:game_id>/visibility/", managing.visibility, name="game-visibility"),
    path("games/<str:game_id>/start/", managing.start_game, name="game-start"),
    path("games/<str:game_id>/fill/", managing.fill, name="game-fill"),
    path("games/<str:game_id>/seat/", managing.seat_account, name="game-seat"),
    path("games/<str:game_id>/undo/", managing.take_back, name="game-undo"),
    path("games/<str:game_id>/resign/", managing.give_up, name="game-resign"),
    path("rules/<str:kind>/", rules.rules, name="rules"),
    path("results/<str:code>/", replay.result, name="result"),
    path("results/<str:code>/record/", replay.result_record, name="result-record"),
    path("results/<str:code>/replay/<int:number>/", replay.result_position, name="result-replay"),
    path("turns/<int:turn_id>/answer/", answering.answer, name="turn-answer"),
    path("a/<str:token>/<int:number>/", links.mail_answer, name="mail-answer"),
    path("a/<str:token>/<int:question>/<int:number>/", links.mail_answer, name="mail-answer"),
]
