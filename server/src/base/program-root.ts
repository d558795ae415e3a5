import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { InternalFailure } from "./errors.ts"

/**
 * Address of the folder that the program is installed in, the one with its `package.json`, ending with `/`. The same
 * for the sources, what is compiled of them and the bundle, which stand at different depths below it.
 */
export const PROGRAM_ROOT: URL = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): URL {
  if (existsSync(join(folder, "package.json"))) return pathToFileURL(`${folder}/`)
  const parent = dirname(folder)
  if (parent === folder) throw new InternalFailure("the program stands below no package.json: install it again")
  return findRoot(parent)
}
