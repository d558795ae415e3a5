import type { FoundModule, ReadModule } from "../../code/python-api/find-object.ts"
import type { PythonModule } from "../../code/python-api/python-module.ts"
import type { IncludeContext } from "./include-context.ts"
import { aroundPage } from "./include-paths.ts"

/** Folders in which the Python packages of a repository may start. */
const SOURCE_FOLDERS = ["", "src/", "lib/"]

/** Creates a function that finds Python modules in the source of a page and searches for each only once. */
export function moduleReader(context: IncludeContext): ReadModule {
  const modules = new Map<string, FoundModule | undefined>()
  return (name) => {
    if (modules.has(name)) return modules.get(name)
    const path = name.replaceAll(".", "/")
    const folder = context.outline(`**/${path}/__init__.py`)
    const outline = folder ?? moduleFile(path, context)
    const module = outline === undefined ? undefined : { name, isPackage: folder !== undefined, outline }
    modules.set(name, module)
    return module
  }
}

/**
 * Finds the file of a module, in Python or Cython. Files outside of packages often have the same name, so only the folders where packages
 * start are searched.
 */
function moduleFile(path: string, context: IncludeContext): PythonModule | undefined {
  const candidates = path.includes("/")
    ? [`**/${path}.py`, `**/${path}.pyx`]
    : SOURCE_FOLDERS.flatMap((folder) => aroundPage(`${folder}${path}.py`, context.path))
  for (const candidate of candidates) {
    const outline = context.outline(candidate)
    if (outline !== undefined) return outline
  }
  return undefined
}
