#!/bin/sh
# Creates the role of the nodes and its database. The image of PostgreSQL runs this once, as the
# superuser, when the volume is empty.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$PLAYER_SUPPORT_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
CREATE ROLE player_support LOGIN PASSWORD :'password';
CREATE DATABASE player_support OWNER player_support;
REVOKE ALL ON DATABASE player_support FROM PUBLIC;
SQL
