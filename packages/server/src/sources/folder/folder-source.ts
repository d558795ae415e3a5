import { createHash, type Hash } from "node:crypto"
import { documentKind, lineAnchorOf } from "../scope/document-kind.ts"
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
import { isProjectFile, MAX_PROJECT_FILE_BYTES } from "../project-files/project-files.ts"
import { openDiskTree } from "./disk-tree.ts"
import type { FileTree, TreeEntry } from "./file-tree.ts"
import { readFolderFiles } from "./folder-other-files.ts"
import type { SourceFile, SourceItem, SourceSnapshot } from "../base/source-file.ts"
import { DEFAULT_SOURCE_LIMITS, type SourceLimits } from "../base/source-limits.ts"

const MARKDOWN_ENDING = ".md"

/** The part of a tree to index, and how the URLs of its pages are formed. */
export interface TreeSourceRequest extends Partial<PathScope> {
  readonly tree: FileTree
  /** Prefix of page URLs; the encoded path of the file follows. */
  readonly urlPrefix: string
  /** True for Markdown that Lectern itself serves, as pages without a file extension. */
  readonly isServed?: boolean | undefined
  /** Name of the folder that the tree was taken from, because HTML is documentation only in some folders. */
  readonly folderName?: string | undefined
  readonly limits?: Partial<SourceLimits>
  /** Maximum size of a PDF or Word document in bytes; if undefined, the same as for every other file. */
  readonly maxOfficeBytes?: number
}

/** The folder, and the part of it to index. */
export interface FolderSourceRequest extends Omit<TreeSourceRequest, "tree"> {
  /** Absolute path of a folder on this machine. */
  readonly path: string
}

interface TreeContent {
  /** Documentation files by path. */
  readonly pages: Map<string, TreeEntry>
  readonly manifests: Map<string, TreeEntry>
  readonly leftOut: LeftOutPath[]
  readonly others: NonDocumentationFiles
  /** Hash of the names and stamps of the other files, which pages may include. */
  readonly otherHash: Hash
  readonly entries: readonly TreeEntry[]
}

/**
 * Opens a local folder as a source.
 *
 * @param signal aborts opening; `items` takes its own signal.
 * @throws {InvalidInput} if the folder does not exist. @throws {SourceTooLarge}
 */
export function openFolderSource(
  { path, ...request }: FolderSourceRequest,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  return openTreeSource({ ...request, tree: openDiskTree(path) }, signal)
}

/**
 * Opens a tree of files as a source.
 *
 * @param signal aborts opening; `items` takes its own signal.
 * @throws {SourceTooLarge} and what the tree throws when it is listed.
 */
export async function openTreeSource(request: TreeSourceRequest, signal: AbortSignal): Promise<SourceSnapshot> {
  const { tree, urlPrefix } = request
  const limits = { ...DEFAULT_SOURCE_LIMITS, ...request.limits }
  const content = sortEntries(await tree.list(limits, signal), request.folderName)
  const manifestText = await readLibraryConfigText(tree, content)
  const scope = joinScopes(request, manifestText === undefined ? undefined : readLibraryConfigScope(manifestText))
  const paths = [...content.pages.keys()].toSorted()
  const filtered = filterPaths(paths, scope)
  const maxBytesOf = (path: string) =>
    /\.(?:pdf|docx)$/i.test(path) ? (request.maxOfficeBytes ?? limits.maxFileBytes) : limits.maxFileBytes
  const { kept, leftOut } = applyLimits(filtered.kept, content, { limits, maxBytesOf })
  const readmePath = chooseReadme(paths.filter((path) => (content.pages.get(path)?.sizeBytes ?? 0) <= maxBytesOf(path)))
  const readme = readmePath === undefined ? undefined : await tree.read(readmePath)
  return {
    revision: await hashContents(tree, [...kept, ...content.manifests.values()], { start: content.otherHash, signal }),
    branch: "",
    notes: filtered.notes,
    fileCount: kept.length,
    manifestText,
    ...(readmePath === undefined || readme === undefined ? {} : { readmePath, readmeText: firstText(readme) }),
    projectTexts: await readProjectTexts(tree, content.entries),
    isFileTree: true,
    items: (itemsSignal) =>
      treeItems(
        {
          request,
          files: kept,
          leftOut: [...content.leftOut, ...filtered.leftOut, ...leftOut],
          others: content.others,
        },
        itemsSignal,
      ),
    readOther: (wanted, otherSignal, otherLimits) =>
      readFolderFiles(tree, wanted, { ...otherLimits, entries: content.entries, signal: otherSignal }),
    fileUrl: (path) => urlPrefix + encodePath(path),
    close: () => Promise.resolve(),
  }
}

function sortEntries(entries: readonly TreeEntry[], folderName: string | undefined): TreeContent {
  const content: TreeContent = {
    pages: new Map(),
    manifests: new Map(),
    leftOut: [],
    others: countNonDocumentation(),
    otherHash: createHash("sha256"),
    entries,
  }
  for (const entry of entries) noteEntry(entry, content, folderName)
  return content
}

function noteEntry(entry: TreeEntry, content: TreeContent, folderName: string | undefined): void {
  const { path, stamp } = entry
  const kind = documentKind(folderName === undefined ? path : `${folderName}/${path}`)
  if (entry.kind === "link") content.leftOut.push({ path, reason: "symbolic_link" })
  else if (isLibraryConfigName(path) && entry.kind === "file") content.manifests.set(path, entry)
  else if (kind.kind === "other" || entry.kind === "other") {
    content.others.add(kind.kind === "other" ? kind.ending : "")
    content.otherHash.update(`${path}\0${stamp}\n`)
  } else if (kind.kind === "documentation") content.pages.set(path, entry)
  else content.leftOut.push({ path, reason: "unread_format", detail: `${kind.format} is not supported yet` })
}

interface Limiting {
  readonly limits: SourceLimits
  maxBytesOf(path: string): number
}

function applyLimits(paths: readonly string[], { pages }: TreeContent, { limits, maxBytesOf }: Limiting) {
  const byCount = limitFiles(paths, limits.maxFiles)
  const files = byCount.kept.flatMap((path) => pages.get(path) ?? [])
  const isLarge = ({ path, sizeBytes }: TreeEntry) => sizeBytes > maxBytesOf(path)
  const bySize = limitBytes(
    files.filter((file) => !isLarge(file)),
    limits.maxTextBytes,
  )
  const large = files.filter(isLarge).map(({ path, sizeBytes }) => tooLarge(path, sizeBytes, maxBytesOf(path)))
  return { kept: bySize.kept, leftOut: [...byCount.leftOut, ...large, ...bySize.leftOut] }
}

async function readLibraryConfigText(tree: FileTree, { manifests }: TreeContent): Promise<string | undefined> {
  const name = LIBRARY_CONFIG_NAMES.find((candidate) => manifests.has(candidate))
  const bytes = name === undefined ? undefined : await tree.read(name)
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
}

async function readProjectTexts(tree: FileTree, entries: readonly TreeEntry[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const { path, kind, sizeBytes } of entries) {
    if (kind !== "file" || sizeBytes > MAX_PROJECT_FILE_BYTES || !isProjectFile(path)) continue
    const bytes = await tree.read(path)
    if (bytes !== undefined) texts.set(path, new TextDecoder().decode(bytes))
  }
  return texts
}

async function hashContents(
  tree: FileTree,
  entries: readonly TreeEntry[],
  { start: hash, signal }: { readonly start: Hash; readonly signal: AbortSignal },
): Promise<string> {
  for (const { path, contentHash } of entries) {
    signal.throwIfAborted()
    const bytes = contentHash === undefined ? await tree.read(path) : undefined
    hash.update(`${path}\0${contentHash ?? (bytes === undefined ? "" : contentHashOf(bytes))}\n`)
  }
  return hash.digest("hex")
}

interface TreeItemsInput {
  readonly request: TreeSourceRequest
  readonly files: readonly TreeEntry[]
  readonly leftOut: readonly LeftOutPath[]
  readonly others: NonDocumentationFiles
}

async function* treeItems(input: TreeItemsInput, signal: AbortSignal): AsyncGenerator<SourceItem> {
  const { tree } = input.request
  yield* leftOutItems(input.leftOut)
  yield* input.others.items()
  for (const { path, contentHash } of input.files) {
    signal.throwIfAborted()
    const bytes = await tree.read(path)
    const reason = bytes === undefined ? "not_found" : unreadableReason(bytes)
    if (bytes === undefined || reason !== undefined) {
      yield { kind: "left-out", path, reason: reason ?? "not_found" }
      continue
    }
    const address = addressOf(path, input.request)
    yield { kind: "file", file: { path, bytes, contentHash: contentHash ?? contentHashOf(bytes), ...address } }
  }
}

function addressOf(
  path: string,
  { urlPrefix, isServed = false }: TreeSourceRequest,
): Pick<SourceFile, "url" | "lineAnchor"> {
  const url = urlPrefix + encodePath(path)
  return isServed && url.endsWith(MARKDOWN_ENDING)
    ? { url: url.slice(0, -MARKDOWN_ENDING.length).replace(/\/README$/, "/"), lineAnchor: "slug" }
    : { url, lineAnchor: lineAnchorOf(path, undefined) }
}
