#!/bin/sh
# Starts the driver for the conformance suite, from any folder.
exec "${PYTHON:-python3}" "$(dirname "$0")/driver.py"
