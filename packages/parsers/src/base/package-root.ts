import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { BrokenInstallation } from "./errors.ts"

export { BrokenInstallation }

/**
 * Finds the folder of the package that a module belongs to: the nearest one above it with a `package.json`. Sources,
 * compiled files and the bundle are at different depths below that folder; built assets are in its `dist/`.
 *
 * @param moduleUrl `import.meta.url` of the module.
 * @returns the URL of the folder, ending with `/`.
 * @throws {BrokenInstallation} if no folder above the module has a `package.json`.
 */
export function packageRootOf(moduleUrl: string): URL {
  let folder = dirname(fileURLToPath(moduleUrl))
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder)
    if (parent === folder) throw new BrokenInstallation(`no package.json above ${moduleUrl}: install Lectern again`)
    folder = parent
  }
  return pathToFileURL(`${folder}/`)
}
