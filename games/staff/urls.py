"""Addresses of the staff's pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from games.staff.admin import site
from games.staff.views import (
    games,
    mails,
    moderation_actions,
    people,
    position_correction,
    proxy_play,
    reports,
    start,
    tournaments,
    whole_site,
)

admin_urls, admin_app, admin_namespace = site.urls

urlpatterns: list[URLPattern | URLResolver] = [
    path("", start.start, name="staff"),
    path("search/", start.search, name="staff-search"),
    path("figures/<slug:name>/", start.figure, name="staff-figure"),
    path("read-only/", whole_site.read_only, name="staff-read-only"),
    path("banner/", whole_site.banner, name="staff-banner"),
    path("outages/", whole_site.outages, name="staff-outages"),
    path("games/<str:game_id>/", games.game, name="staff-game"),
    path("games/<str:game_id>/log/", games.log, name="staff-log"),
    path("games/<str:game_id>/look/", games.look, name="staff-look"),
    path("games/<str:game_id>/talk/", games.look_at_talk, name="staff-talk"),
    path("games/<str:game_id>/talk/<int:message_id>/", reports.message, name="staff-message"),
    path("games/<str:game_id>/correct/", position_correction.correct, name="staff-correct"),
    path("games/<str:game_id>/play/<int:turn_id>/", proxy_play.play_for, name="staff-play-for"),
    *moderation_actions.urlpatterns,
    path("people/<str:name>/", people.person, name="staff-person"),
    path("people/<str:name>/company/", people.company, name="staff-company"),
    path("people/<str:name>/suspend/", people.suspend, name="staff-suspend"),
    path("people/<str:name>/reinstate/", people.reinstate, name="staff-reinstate"),
    path("people/<str:name>/household/<str:other>/", people.clear_household, name="staff-household"),
    path("people/<str:name>/conduct/<slug:action>/", reports.conduct_action, name="staff-conduct"),
    path("reports/", reports.decided, name="staff-reports"),
    path("reports/<int:report_id>/", reports.report, name="staff-report"),
    path("reports/<int:report_id>/decide/", reports.decide, name="staff-report-decide"),
    path("people/<str:name>/rank/", people.rank, name="staff-rank"),
    path("tournaments/", tournaments.tournaments, name="staff-tournaments"),
    path("tournaments/<str:tournament_id>/", tournaments.tournament, name="staff-tournament"),
    path("tournaments/<str:tournament_id>/cancel/", tournaments.cancel, name="staff-tournament-cancel"),
    path("tournaments/<str:tournament_id>/remove/", tournaments.remove, name="staff-tournament-remove"),
    path("tournaments/<str:tournament_id>/start/", tournaments.move_start, name="staff-tournament-start"),
    path("tournaments/<str:tournament_id>/end-round/", tournaments.end_round, name="staff-tournament-end-round"),
    path("mails/lost/", mails.resend_lost, name="staff-resend-lost"),
    path("mails/out/<int:mail_id>/", mails.mail_out, name="staff-mail-out"),
    path("mails/in/<int:mail_id>/", mails.mail_in, name="staff-mail-in"),
    path("admin/", (admin_urls, admin_app, admin_namespace)),
]
