from django.urls import path

from accounts import views

urlpatterns = [
    path("", views.preferences, name="account"),
    path("logins/end/", views.end_logins, name="account_end_logins"),
    path("standing/", views.standing, name="standing"),
    path("appeal/", views.appeal, name="appeal"),
    path("close/", views.close, name="account_close"),
    path("language/", views.choose_language, name="choose_language"),
]
