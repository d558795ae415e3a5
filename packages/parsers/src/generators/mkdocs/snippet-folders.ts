import type { IncludeContext } from "../includes/include-context.ts"
import { foldersAround, joinInside } from "../includes/include-paths.ts"
import { type Data, isRecord, itemsOf, parseYamlData } from "../site/config-data.ts"

const CONFIG_FILES = ["mkdocs.yml", "mkdocs.yaml"]
/** More folders would only make looking for a missing file slow. */
const MAX_FOLDERS = 20
/** The folders of each page that is being expanded, because a page can include hundreds of snippets. */
const foldersByPage = new WeakMap<IncludeContext, readonly string[]>()

/** Returns the folders of snippets that the site of a page sets: `base_path` of pymdownx.snippets. */
export function snippetFoldersOf(context: IncludeContext): readonly string[] {
  const known = foldersByPage.get(context)
  if (known !== undefined) return known
  const folders = readFolders(context)
  foldersByPage.set(context, folders)
  return folders
}

function readFolders(context: IncludeContext): readonly string[] {
  for (const root of foldersAround(context.path)) {
    for (const name of CONFIG_FILES) {
      const text = context.peek(root === "" ? name : `${root}/${name}`)
      if (text === undefined) continue
      const paths = basePathsIn(parseYamlData(text)).filter((path) => typeof path === "string")
      return paths.slice(0, MAX_FOLDERS).flatMap((path) => joinInside(root, path) ?? [])
    }
  }
  return []
}

/** Extensions are a mapping, or a list of names and mappings. */
function basePathsIn(config: Data): readonly Data[] {
  const extensions = isRecord(config) ? config["markdown_extensions"] : undefined
  for (const part of isRecord(extensions) ? [extensions] : itemsOf(extensions)) {
    const options = isRecord(part) ? part["pymdownx.snippets"] : undefined
    const basePath = isRecord(options) ? options["base_path"] : undefined
    if (basePath !== undefined) return typeof basePath === "string" ? [basePath] : itemsOf(basePath)
  }
  return []
}
