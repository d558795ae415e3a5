// Bundles the programs of threads and processes that parse files, once for each test run and in the same way as the build does. Tests
// start them hundreds of times, and loading all source files takes a second per start.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import { loadConfig } from "rolldown/config"

const VARIABLE = "LECTERN_BUNDLED_THREADS"
const server = join(dirname(dirname(fileURLToPath(import.meta.url))), "packages", "server")
/** Inside the package, where Node finds the packages and grammars that are not bundled. */
const parent = join(server, "dist", "test-threads")
const NAMES = ["asciidoc-thread", "binary-process", "bundle-process", "openapi-thread", "source-code-thread"]

/** Called by vitest before all tests, once for each project; returns the function that it calls after them. */
export async function setup() {
  if (process.env[VARIABLE] !== undefined) return undefined
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, "run-"))
  await bundleInto(folder)
  process.env[VARIABLE] = `${pathToFileURL(folder).href}/`
  return () => {
    delete process.env[VARIABLE]
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function bundleInto(folder) {
  const options = await loadConfig(join(server, "rolldown.config.ts"))
  const bundle = await rolldown({
    ...options,
    input: Object.fromEntries(NAMES.map((name) => [name, options.input[name]])),
  })
  await bundle.write({ ...options.output, dir: folder })
  await bundle.close()
}
