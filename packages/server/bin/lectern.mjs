#!/usr/bin/env node
// The command `lectern`. It is part of the repository so that npm can link it before anything is compiled.
import "../dist/program/main.js"
