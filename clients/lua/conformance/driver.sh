#!/bin/sh
# Starts the driver. LUA=luajit uses LuaJIT.
cd "$(dirname "$0")" && exec "${LUA:-lua5.4}" driver.lua
