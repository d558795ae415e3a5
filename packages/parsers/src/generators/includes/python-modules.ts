import type { FoundModule, ReadModule } from "../../code/python-api/find-object.ts"
import type { PythonModule } from "../../code/python-api/python-module.ts"
import type { IncludeContext } from "./include-context.ts"
import { aroundPage } from "./include-paths.ts"

/** Where Python's sources begin in a repository. */
const SOURCE_FOLDERS = ["", "src/", "lib/"]

/** Makes a reader of the modules of Python that the source of a page holds; each is looked for once. */
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

/** A file outside of packages may be called like many others, in tests for instance: it lies where sources begin. */
function moduleFile(path: string, context: IncludeContext): PythonModule | undefined {
  const places = path.includes("/")
    ? [`**/${path}.py`]
    : SOURCE_FOLDERS.flatMap((folder) => aroundPage(`${folder}${path}.py`, context.path))
  for (const place of places) {
    const outline = context.outline(place)
    if (outline !== undefined) return outline
  }
  return undefined
}
