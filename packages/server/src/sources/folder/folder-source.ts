import { createHash, type Hash } from "node:crypto"
import type { Stats } from "node:fs"
import { lstat, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { InvalidInput } from "../../base/errors.ts"
import { documentKind, lineAnchorOf } from "../scope/document-kind.ts"
import { SourceTooLarge } from "../base/errors.ts"
import { contentHashOf, unreadableReason } from "../scope/file-checks.ts"
import { countNonDocumentation, leftOutItems, type NonDocumentationFiles } from "../scope/left-out-report.ts"
import {
  isLibraryConfigName,
  joinScopes,
  LIBRARY_CONFIG_NAMES,
  readLibraryConfigScope,
} from "../scope/library-config-scope.ts"
import { encodePath } from "../scope/path-bytes.ts"
import { filterPaths, type LeftOutPath, type PathScope } from "../scope/filter-paths.ts"
import { chooseReadme, firstText, limitBytes, limitFiles, tooLarge } from "../scope/source-choice.ts"
import { type FolderEntry, readFolderFiles } from "./folder-other-files.ts"
import type { SourceItem, SourceSnapshot } from "../base/source-file.ts"
import { DEFAULT_SOURCE_LIMITS, type SourceLimits } from "../base/source-limits.ts"

/** The folder and the part of it to read. */
export interface FolderSourceRequest extends Partial<PathScope> {
  /** Absolute path of a folder on this machine. */
  readonly path: string
  /** Prefix of page URLs, followed by the encoded path of the file. */
  readonly urlPrefix: string
  readonly limits?: Partial<SourceLimits>
}

interface FolderContent {
  /** Sizes of documentation files by path. */
  readonly sizes: Map<string, number>
  readonly manifests: Set<string>
  readonly leftOut: LeftOutPath[]
  readonly others: NonDocumentationFiles
  /** Hash of the names, sizes and times of the other files, because pages may include them. */
  readonly otherHash: Hash
  readonly entries: FolderEntry[]
}

interface FolderFile {
  readonly path: string
  readonly sizeBytes: number
}

/**
 * Opens a local folder.
 *
 * @param signal aborts opening; `items` takes its own signal.
 * @throws {InvalidInput} if the folder does not exist. @throws {SourceTooLarge}
 */
export async function openFolderSource(request: FolderSourceRequest, signal: AbortSignal): Promise<SourceSnapshot> {
  const limits = { ...DEFAULT_SOURCE_LIMITS, ...request.limits }
  const content = await listFolder(request.path, limits, signal)
  const manifestText = await readLibraryConfigText(request.path, content)
  const scope = joinScopes(request, manifestText === undefined ? undefined : readLibraryConfigScope(manifestText))
  const paths = [...content.sizes.keys()].toSorted()
  const sieved = filterPaths(paths, scope)
  const byCount = limitFiles(sieved.kept, limits.maxFiles)
  const sized = byCount.kept.map((path): FolderFile => ({ path, sizeBytes: content.sizes.get(path) ?? 0 }))
  const large = sized.filter(({ sizeBytes }) => sizeBytes > limits.maxFileBytes)
  const bySize = limitBytes(
    sized.filter((file) => !large.includes(file)),
    limits.maxTextBytes,
  )
  const leftOut = [
    ...content.leftOut,
    ...sieved.leftOut,
    ...byCount.leftOut,
    ...large.map(({ path, sizeBytes }) => tooLarge(path, sizeBytes, limits.maxFileBytes)),
    ...bySize.leftOut,
  ]
  const readme = chooseReadme(paths.filter((path) => (content.sizes.get(path) ?? 0) <= limits.maxFileBytes))
  return {
    revision: await hashContents(request.path, [...bySize.kept.map(({ path }) => path), ...content.manifests], {
      start: content.otherHash,
      signal,
    }),
    branch: "",
    notes: sieved.notes,
    fileCount: bySize.kept.length,
    manifestText,
    ...(readme === undefined
      ? {}
      : { readmePath: readme, readmeText: firstText(await readFile(join(request.path, readme))) }),
    isFileTree: true,
    items: (itemsSignal) => folderItems({ request, files: bySize.kept, leftOut, others: content.others }, itemsSignal),
    readOther: (wanted, otherSignal, otherLimits) =>
      readFolderFiles(request.path, wanted, { ...otherLimits, entries: content.entries, signal: otherSignal }),
    fileUrl: (path) => request.urlPrefix + encodePath(path),
    close: () => Promise.resolve(),
  }
}

async function listFolder(root: string, limits: SourceLimits, signal: AbortSignal): Promise<FolderContent> {
  const found = await lstat(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined
    throw error
  })
  if (found?.isDirectory() !== true) throw new InvalidInput("the path is not a folder")
  const content: FolderContent = {
    sizes: new Map(),
    manifests: new Set(),
    leftOut: [],
    others: countNonDocumentation(),
    otherHash: createHash("sha256"),
    entries: [],
  }
  const waiting = [""]
  let count = 0
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted()
    for (const name of (await readdir(join(root, folder))).toSorted()) {
      if (++count > limits.maxEntries)
        throw new SourceTooLarge(`the folder contains more than ${limits.maxEntries} files`)
      const path = folder === "" ? name : `${folder}/${name}`
      const entry = await lstat(join(root, path))
      if (entry.isDirectory()) waiting.push(path)
      else {
        noteFile(path, entry, content)
        if (entry.isFile() || entry.isSymbolicLink()) content.entries.push({ path, isLink: entry.isSymbolicLink() })
      }
    }
  }
  return content
}

function noteFile(path: string, entry: Stats, content: FolderContent): void {
  const kind = documentKind(path)
  if (entry.isSymbolicLink()) content.leftOut.push({ path, reason: "symbolic_link" })
  else if (isLibraryConfigName(path) && entry.isFile()) content.manifests.add(path)
  else if (kind.kind === "other" || !entry.isFile()) {
    content.others.add(kind.kind === "other" ? kind.ending : "")
    content.otherHash.update(`${path}\0${entry.size}\0${entry.mtimeMs}\n`)
  } else if (kind.kind === "documentation") content.sizes.set(path, entry.size)
  else content.leftOut.push({ path, reason: "unread_format", detail: `${kind.format} is not supported yet` })
}

async function readLibraryConfigText(root: string, content: FolderContent): Promise<string | undefined> {
  const name = LIBRARY_CONFIG_NAMES.find((candidate) => content.manifests.has(candidate))
  return name === undefined ? undefined : await readFile(join(root, name), "utf8")
}

async function hashContents(
  root: string,
  paths: readonly string[],
  { start: hash, signal }: { readonly start: Hash; readonly signal: AbortSignal },
): Promise<string> {
  for (const path of paths) {
    signal.throwIfAborted()
    hash.update(`${path}\0${contentHashOf(await readFile(join(root, path)))}\n`)
  }
  return hash.digest("hex")
}

interface FolderItemsInput {
  readonly request: FolderSourceRequest
  readonly files: readonly FolderFile[]
  readonly leftOut: readonly LeftOutPath[]
  readonly others: NonDocumentationFiles
}

async function* folderItems(input: FolderItemsInput, signal: AbortSignal): AsyncGenerator<SourceItem> {
  yield* leftOutItems(input.leftOut)
  yield* input.others.items()
  for (const { path } of input.files) {
    signal.throwIfAborted()
    const bytes = await readFile(join(input.request.path, path))
    const reason = unreadableReason(bytes)
    if (reason !== undefined) yield { kind: "left-out", path, reason }
    else {
      const url = input.request.urlPrefix + encodePath(path)
      const lineAnchor = lineAnchorOf(path, undefined)
      const file = { path, bytes, url, contentHash: contentHashOf(bytes) }
      yield { kind: "file", file: lineAnchor === undefined ? file : { ...file, lineAnchor } }
    }
  }
}
