import { basename, dirname, resolve } from "node:path"
import { fileTitle } from "@lectern/contract"

/** Names that do not say what the documentation is about. */
const GENERIC =
  /^(?:docs?|documentation|contents?|pages|src|sources?|site|website|web|www|public|book|wiki|readme|index|main|master|build|dist|out|output|packages|\.|)$/i

/**
 * Returns a name for the library of uploaded files: that of the folder, archive or first file, or else that of the
 * nearest parent folder with a meaningful name. `./docs` in `/home/ada/acme` becomes `acme`.
 */
export function nameUpload([path = "."]: readonly string[], isFolder: boolean): string {
  const absolute = resolve(path)
  const own = isFolder ? basename(absolute).replace(/\.zip$/i, "") : fileTitle(basename(absolute))
  if (!GENERIC.test(own)) return own
  for (let folder = dirname(absolute); dirname(folder) !== folder; folder = dirname(folder)) {
    if (!GENERIC.test(basename(folder))) return basename(folder)
  }
  return own === "" ? "docs" : own
}
