// Gives the tests of one run a folder for temporary files, which is removed after them, whatever they left there.
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Called by vitest before all tests; returns what it calls after them. */
export function setup() {
  const before = process.env["TMPDIR"]
  const folder = mkdtempSync(join(tmpdir(), "lectern-tests-"))
  // PostgreSQL runs under another account.
  chmodSync(folder, 0o755)
  process.env["TMPDIR"] = folder
  return () => {
    if (before === undefined) delete process.env["TMPDIR"]
    else process.env["TMPDIR"] = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
