import { basename, extname } from "node:path"
import { fileURLToPath } from "node:url"

/** Names a folder in which tests have bundled the programs of threads and processes once: see `scripts/bundled-threads.mjs`. */
const BUNDLES_VARIABLE = "LECTERN_BUNDLED_THREADS"

/** The file of a thread or process. */
export interface ProgramFile {
  readonly url: URL
  /** Whether the file is TypeScript, which only tests run, and which requires tsx. */
  readonly isSource: boolean
}

/**
 * Finds the program of a thread or process. In the build, it has the same ending as the module that starts it. Tests run the sources.
 * Loading all of them takes a second per start, so bundles are preferred if the test run has made them.
 *
 * @param entry URL of the program without its extension, which is that of the module.
 * @param moduleUrl `import.meta.url` of the module.
 */
export function programFile(entry: URL, moduleUrl: string): ProgramFile {
  const ending = extname(fileURLToPath(moduleUrl))
  if (ending === ".js") return { url: new URL(`${entry.href}.js`), isSource: false }
  const bundles = process.env[BUNDLES_VARIABLE]
  if (bundles === undefined) return { url: new URL(`${entry.href}${ending}`), isSource: true }
  return { url: new URL(`${basename(entry.pathname)}.js`, bundles), isSource: false }
}
