import { openAsBlob } from "node:fs"
import { mkdtemp, realpath, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import {
  type AddLibraryResponse,
  type FolderContentsInput,
  type FolderUploadPlan,
  countOf,
  formatCount,
} from "@lectern/contract"
import type { Session } from "../session/connect.ts"
import { formatFiles } from "../terminal/draw-progress.ts"
import { asFileFailure, CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"
import { isAbsent } from "../terminal/optional-files.ts"
import { showUpload } from "../terminal/show-upload.ts"
import type { Terminal } from "../terminal/terminal.ts"
import { type CollectedFile, FileCollector, type SkippedFiles } from "./collect-files.ts"
import { nameUpload } from "./name-upload.ts"
import { unpackArchive } from "./unpack-archive.ts"

/** Files and folders to upload as one library. */
export interface PathUpload {
  /** At least one. */
  readonly paths: readonly string[]
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly folder?: readonly string[] | undefined
  readonly excludeFolder?: readonly string[] | undefined
  readonly excludeFile?: readonly string[] | undefined
  readonly private?: boolean | undefined
  readonly force?: boolean | undefined
  /** Hashes of an earlier upload of the same paths, so that unchanged files are not read again. */
  readonly knownHashes?: Map<string, string>
}

/** The result of an upload. */
export interface Uploaded {
  readonly added: AddLibraryResponse
  readonly changes: FolderUploadPlan["changes"]
}

const ARCHIVE = /\.zip$/i
const OTHER_ARCHIVE = /\.(?:tar|tgz|gz|bz2|xz|zst|7z|rar)$/i

/**
 * Uploads files, folders and zip archives as one library, or refreshes the library with that name. Sends only files
 * that the server does not have.
 *
 * @throws {CliFailure} if a path does not exist, or contains nothing to index or too much.
 */
export async function uploadPaths(session: Session, terminal: Terminal, upload: PathUpload): Promise<Uploaded> {
  const temporary = await mkdtemp(join(tmpdir(), "lectern-add-"))
  try {
    const { contents, files, skipped, unreadableFolders } = await collectUpload(upload, temporary, session.signal)
    noteSkipped(terminal, skipped)
    for (const line of describeUnreadable(unreadableFolders)) terminal.note(terminal.styleNote("yellow", line))
    const { client, signal } = session
    const plan = await client.planFolderUpload(contents, { signal })
    const missing = await openFiles(files, plan.missing)
    const { onProgress, finish } = showUpload(terminal, session.isLocal)
    try {
      const added = await client.uploadFolder(contents, missing, { signal, onProgress })
      return { added, changes: plan.changes }
    } finally {
      finish()
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Describes the changes of an upload: `2 new, 1 changed, 1 removed, 150 unchanged`. */
export function describeUpload({ added, changed, removed, unchanged }: FolderUploadPlan["changes"]): string {
  const counts = { new: added, changed, removed, unchanged }
  const known = Object.entries(counts).filter(([, count]) => count > 0)
  return known.map(([word, count]) => `${formatCount(count)} ${word}`).join(", ")
}

interface CollectedUpload {
  readonly contents: FolderContentsInput
  readonly files: readonly CollectedFile[]
  readonly skipped: SkippedFiles
  readonly unreadableFolders: readonly string[]
}

async function collectUpload(upload: PathUpload, temporary: string, signal: AbortSignal): Promise<CollectedUpload> {
  const { paths, folder = [], excludeFolder = [], excludeFile = [], knownHashes } = upload
  const collector = new FileCollector({
    folders: folder,
    excludeFolders: excludeFolder,
    excludeFiles: excludeFile,
    signal,
    knownHashes,
  })
  let folderName: string | undefined = "docs"
  for (const path of paths) {
    const found = await findFolder(path, temporary, signal)
    const name = basename(resolve(path)).replace(ARCHIVE, "")
    if (found !== undefined && paths.length === 1) folderName = name
    const prefix = paths.length === 1 ? "" : name
    await (found === undefined ? collector.addFile(path) : collector.addFolder(found, prefix))
  }
  const { files, skipped, unreadableFolders } = collector
  if (files.length === 0) throw nothingFound(paths, collector)
  const isFolder = !(await isPlainFile(paths[0] ?? ""))
  const contents = {
    name: upload.title ?? nameUpload(paths, isFolder),
    title: upload.title,
    description: upload.description,
    private: upload.private === true ? true : undefined,
    folderName,
    files: files.map(({ path, hash, bytes }) => ({ path, hash, bytes })),
    force: upload.force === true ? (true as const) : undefined,
  }
  return { contents, files, skipped, unreadableFolders }
}

async function isPlainFile(path: string): Promise<boolean> {
  return (await stat(path)).isFile() && !ARCHIVE.test(path)
}

/**
 * Finds the folder to collect for a path: the path itself, or the content of an archive; undefined for a single file.
 */
async function findFolder(path: string, temporary: string, signal: AbortSignal): Promise<string | undefined> {
  const found = await stat(path).catch((thrown: unknown) => {
    if (isAbsent(thrown)) throw new CliFailure(EXIT_CODES.notFound, `${path} does not exist`)
    throw asFileFailure(thrown, { path })
  })
  if (found.isDirectory()) return await realpath(path)
  if (ARCHIVE.test(path)) return await unpackArchive(path, await mkdtemp(join(temporary, "zip-")), signal)
  if (OTHER_ARCHIVE.test(path)) {
    throw new CliFailure(EXIT_CODES.usage, `cannot unpack ${path}: only zip archives are supported`, "unpack it first")
  }
  return undefined
}

async function openFiles(
  files: readonly CollectedFile[],
  missing: readonly string[],
): Promise<ReadonlyMap<string, Blob>> {
  const pathByHash = new Map(files.map(({ hash, localPath }) => [hash, localPath]))
  const opened = new Map<string, Blob>()
  for (const hash of missing) {
    const path = pathByHash.get(hash)
    if (path !== undefined) opened.set(hash, await openAsBlob(path))
  }
  return opened
}

function noteSkipped(terminal: Terminal, skipped: SkippedFiles): void {
  if (skipped.size > 0) terminal.note(`not sent: ${describeSkipped(skipped)}`)
}

function describeSkipped(skipped: SkippedFiles): string {
  const total = [...skipped.values()].reduce((sum, count) => sum + count, 0)
  const reasons = [...skipped].map(([reason, count]) => `${formatCount(count)} ${reason}`)
  return `${formatFiles(total)} (${reasons.join(", ")})`
}

/** Maximum number of unreadable folders that are named. */
const MAX_FOLDERS = 5

function describeUnreadable(folders: readonly string[]): string[] {
  const lines = folders.slice(0, MAX_FOLDERS).map((folder) => `not sent: folder ${folder}: permission denied`)
  const unlisted = folders.length - lines.length
  return unlisted === 0 ? lines : [...lines, `not sent: ${countOf(unlisted, "more folder")}: permission denied`]
}

function nothingFound(
  paths: readonly string[],
  { skipped, unreadableFolders }: Pick<CollectedUpload, "skipped" | "unreadableFolders">,
): CliFailure {
  const reasons = [
    ...(skipped.size === 0 ? [] : [`not sent: ${describeSkipped(skipped)}`]),
    ...describeUnreadable(unreadableFolders),
  ]
  return new CliFailure(EXIT_CODES.notFound, [`nothing to index in ${paths.join(", ")}`, ...reasons].join("; "))
}
