import { join, resolve } from "node:path"
import { type RolldownOptions, rolldown } from "rolldown"
import { loadConfig } from "rolldown/config"

const NAME = "worker-process"
const PACKAGE = resolve(import.meta.dirname, "../../..")
/** In the package, because packages that are not bundled are looked for from there. */
const FOLDER = join(PACKAGE, "dist", "test-programs")

/**
 * Bundles `worker-process.testing.ts` in the same way as the build bundles the program. A process that loads each source file takes seven
 * times as long to start.
 *
 * @returns the path of the script.
 */
export async function bundleWorker(): Promise<string> {
  const options = (await loadConfig(join(PACKAGE, "rolldown.config.ts"))) as RolldownOptions
  const bundle = await rolldown({
    ...options,
    input: { [NAME]: join(import.meta.dirname, "worker-process.testing.ts") },
  })
  await bundle.write({ ...options.output, dir: FOLDER })
  await bundle.close()
  return join(FOLDER, `${NAME}.js`)
}
