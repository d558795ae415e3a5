import { openAsBlob } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { basename, join, relative, resolve, sep } from "node:path"
import type { UploadedFile } from "@lectern/client"
import { LIMITS } from "@lectern/contract"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"

const DOCUMENT = /\.(?:pdf|docx)$/i

/** Files to upload as one library. */
export interface FoundUploads {
  readonly files: readonly UploadedFile[]
  /** Name of the one folder they come from; undefined for single files and several folders. */
  readonly folderName: string | undefined
}

/**
 * Finds the PDF and DOCX files that paths stand for: files themselves, and folders with everything in them. A file of
 * the one folder keeps its path inside of that; beside other paths the name of the folder stands before it.
 *
 * @throws {CliFailure} when there is nothing at a path, no such file in it, or there are more than may be uploaded.
 */
export async function findUploads(paths: readonly string[]): Promise<FoundUploads> {
  const files: UploadedFile[] = []
  let folderName: string | undefined
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) throw new CliFailure(EXIT_CODES.notFound, `there is no file or folder ${path}`)
    if (!found.isDirectory()) {
      files.push({ path: basename(path), content: await openAsBlob(path) })
      continue
    }
    const name = basename(resolve(path))
    if (paths.length === 1) folderName = name
    for (const inside of await documentsIn(path)) {
      const shown = relative(path, inside).split(sep).join("/")
      files.push({ path: paths.length === 1 ? shown : `${name}/${shown}`, content: await openAsBlob(inside) })
    }
  }
  if (files.length === 0)
    throw new CliFailure(EXIT_CODES.notFound, `there is no PDF or DOCX file in ${paths.join(", ")}`)
  if (files.length > LIMITS.fileUploadMaxFiles) {
    const count = `${files.length} files are more than the ${LIMITS.fileUploadMaxFiles} that may be uploaded at once`
    throw new CliFailure(EXIT_CODES.usage, `${count}: name some of them`)
  }
  return { files, folderName }
}

async function documentsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && DOCUMENT.test(entry.name))
  return files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
}
