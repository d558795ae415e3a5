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
  /** Name of the folder, if exactly one was given. */
  readonly folderName: string | undefined
}

/**
 * Finds PDF and DOCX files by paths of files, and of folders with all their subfolders. Uploaded files keep their path
 * inside the folder; if several paths are given, the folder's name comes first.
 *
 * @throws {CliFailure} a path does not exist, contains no such file, or there are too many files.
 */
export async function findUploads(paths: readonly string[]): Promise<FoundUploads> {
  const files: UploadedFile[] = []
  let folderName: string | undefined
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) throw new CliFailure(EXIT_CODES.notFound, `${path} does not exist`)
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
  if (files.length === 0) throw new CliFailure(EXIT_CODES.notFound, `no PDF or DOCX files in ${paths.join(", ")}`)
  if (files.length > LIMITS.fileUploadMaxFiles) {
    const count = `too many files: ${files.length}, at most ${LIMITS.fileUploadMaxFiles} can be uploaded at once`
    throw new CliFailure(EXIT_CODES.usage, `${count}. Choose some of them`)
  }
  return { files, folderName }
}

async function documentsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && DOCUMENT.test(entry.name))
  return files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
}
