// Gives the tests of one run a folder for temporary files, which is removed after them, whatever they left there.
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

const PREFIX = "lectern-tests-"

/** Called by vitest before all tests, once for each project; returns what it calls after them. */
export function setup() {
  // Folders within each other would make paths of sockets longer than systems allow.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined
  const before = process.env["TMPDIR"]
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  // PostgreSQL runs under another account.
  chmodSync(folder, 0o755)
  process.env["TMPDIR"] = folder
  return () => {
    if (before === undefined) delete process.env["TMPDIR"]
    else process.env["TMPDIR"] = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
