// Creates a folder for the temporary files of one test run, which is removed afterwards with everything in it.
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

const PREFIX = "lectern-tests-"

/** Called by vitest before all tests, once for each project; returns the function that it calls after them. */
export function setup() {
  // Nested folders would make paths of sockets longer than operating systems allow.
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
