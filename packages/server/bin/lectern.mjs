#!/usr/bin/env node
// The command `lectern`. Stands in the repository so that npm links it before anything is compiled.
import "../dist/program/main.js"
