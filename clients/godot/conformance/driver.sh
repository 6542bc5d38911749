#!/bin/sh
exec node "$(dirname "$0")/relay.mjs"
