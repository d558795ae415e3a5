import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

/**
 * Address of the folder that the program is installed in, the one with its `package.json`, ending with `/`. The same
 * for the sources, what is compiled of them and the bundle, which stand at different depths below it.
 */
export const PROGRAM_ROOT: URL = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): URL {
  if (existsSync(join(folder, "package.json"))) return pathToFileURL(`${folder}/`)
  const parent = dirname(folder)
  // Its own code stands in a package, so there is one above it.
  return parent === folder ? pathToFileURL("/") : findRoot(parent)
}
