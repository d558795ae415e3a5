import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { InternalFailure } from "../../../base/errors.ts"

/**
 * A function of Node that an addon calls for every object that the garbage collector frees, if it was compiled with the headers of
 * Node 24.19 or newer. If no script is running at that moment, the call aborts the process. Addons that were compiled with older
 * headers don't call it.
 */
const UNSAFE_CALL = "RemoveEnvironmentCleanupHook"

/** Returns the path of the native addon of better-sqlite3. */
function addonFile(): string {
  const packageFile = createRequire(import.meta.url).resolve("better-sqlite3/package.json")
  return join(dirname(packageFile), "build", "Release", "better_sqlite3.node")
}

/**
 * Checks that the addon cannot crash the process at random.
 *
 * @throws {InternalFailure} if it can; the message says what to do.
 */
export function assertAddonIsSafe(file = addonFile()): void {
  // The package also searches for its addon in other places.
  if (!existsSync(file) || !readFileSync(file).includes(UNSAFE_CALL)) return
  throw new InternalFailure(
    "better-sqlite3 was compiled with the headers of Node 24.19 or newer, which crashes the process at random. " +
      "Use Node 20 or 22, or compile it with older headers: npm rebuild better-sqlite3 --target=24.18.0",
  )
}
