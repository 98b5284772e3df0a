"""The addresses of the trainer."""

from django.urls import path

from trainer import views

urlpatterns = [
    path("", views.home, name="home"),
    path("count/", views.count, name="count"),
    path("count/<str:key>/", views.question, name="question"),
    path("hands/", views.mix, name="mix"),
]
