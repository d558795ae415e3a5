import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { InternalFailure } from "../../../base/errors.ts"

/**
 * Called by machine code that was compiled with the headers of Node 24.19 or newer, whenever an object is collected as garbage. If no
 * script runs at that moment, it ends the process. Code that was compiled with older headers does not call it.
 */
const UNSAFE_CALL = "RemoveEnvironmentCleanupHook"

/** Returns the file with the machine code of better-sqlite3. */
function machineCodeFile(): string {
  const packageFile = createRequire(import.meta.url).resolve("better-sqlite3/package.json")
  return join(dirname(packageFile), "build", "Release", "better_sqlite3.node")
}

/**
 * Refuses machine code that would end the process at any time.
 *
 * @throws {InternalFailure} with what to do.
 */
export function assertMachineCodeIsSafe(file = machineCodeFile()): void {
  // A file in another place is found by the package itself.
  if (!existsSync(file) || !readFileSync(file).includes(UNSAFE_CALL)) return
  throw new InternalFailure(
    "better-sqlite3 was compiled with the headers of Node 24.19 or newer, which makes it end the process at random. " +
      "Use Node 20 or 22, or compile it with older headers: npm rebuild better-sqlite3 --target=24.18.0",
  )
}
