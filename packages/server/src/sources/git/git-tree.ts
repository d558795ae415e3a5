import { isCodePath } from "../scope/code-kind.ts"
import { documentKind } from "../scope/document-kind.ts"
import { SourceTooLarge } from "../base/errors.ts"
import { isProjectFile } from "../project-files/project-files.ts"
import { isLibraryConfigName } from "../scope/library-config-scope.ts"
import { countNonDocumentation, type NonDocumentationFiles } from "../scope/left-out-report.ts"
import { encodePath, readablePath } from "../scope/path-bytes.ts"
import type { LeftOutPath } from "../scope/filter-paths.ts"
import type { SourceLimits } from "../base/source-limits.ts"
import type { GitEnvironmentVariables } from "./git-environment.ts"
import { runGit } from "./git-process.ts"

/** A file that may be documentation. */
export interface TreeFile {
  readonly path: string
  /** Path for use in a URL: the original bytes, percent-encoded. */
  readonly encodedPath: string
  /** Id of the blob (hex). */
  readonly objectId: string
}

/** The files of one commit. */
export interface GitTree {
  /** Documentation files by path, in the tree's order. */
  readonly files: ReadonlyMap<string, TreeFile>
  /** Files of source code by path, in the tree's order. */
  readonly code: ReadonlyMap<string, TreeFile>
  /** Links, submodules, and documentation in unsupported formats. */
  readonly leftOut: readonly LeftOutPath[]
  /** All other files, counted. */
  readonly others: NonDocumentationFiles
  /** Blob ids of the library configs at the root, by name. */
  readonly manifests: ReadonlyMap<string, string>
  /** Blob ids of licences and package descriptions at the root, by name. */
  readonly projectFiles: ReadonlyMap<string, string>
  /** All entries of the tree; undefined if there are too many to keep. */
  readonly entries?: readonly TreeEntry[] | undefined
}

type TreeLimits = Pick<SourceLimits, "maxEntries" | "maxKeptEntries">

/** Modes of entries that are not files. */
export const SYMBOLIC_LINK = "120000"
export const SUBMODULE = "160000"

/**
 * Lists a tree with all its folders.
 *
 * @param treeish object id of a commit or tree.
 * @throws {SourceTooLarge} if it has more than `maxEntries` files. @throws {GitCommandFailed}
 */
export async function listTree(
  treeish: string,
  run: { readonly directory: string; readonly environment: GitEnvironmentVariables } & TreeLimits,
  signal: AbortSignal,
): Promise<GitTree> {
  const collector = treeCollector(run)
  await readTree(treeish, run, { signal, onEntry: (entry) => collector.add(entry) })
  return collector.finish()
}

/** An entry of a tree. */
export interface TreeEntry {
  /** `120000` for a link, `160000` for a submodule. */
  readonly mode: string
  readonly objectId: string
  readonly path: string
}

/** Calls a function for every entry of a fetched tree, without keeping the entries. @throws {GitCommandFailed} */
export async function eachTreeEntry(
  treeish: string,
  run: { readonly directory: string; readonly environment: GitEnvironmentVariables },
  { signal, onEntry }: { readonly signal: AbortSignal; onEntry(entry: TreeEntry): void },
): Promise<void> {
  await readTree(treeish, run, {
    signal,
    onEntry(entry) {
      const { mode, objectId, bytes } = splitEntry(entry)
      onEntry({ mode, objectId, path: readablePath(bytes) })
    },
  })
}

async function readTree(
  treeish: string,
  run: { readonly directory: string; readonly environment: GitEnvironmentVariables },
  { signal, onEntry }: { readonly signal: AbortSignal; onEntry(entry: Buffer): void },
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0)
  const onOutput = (chunk: Buffer) => {
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = text.indexOf(0); end >= 0; end = text.indexOf(0, start)) {
      onEntry(text.subarray(start, end))
      start = end + 1
    }
    rest = text.subarray(start)
  }
  await runGit(["ls-tree", "-r", "-z", "--full-tree", treeish], { ...run, signal, onOutput })
}

/** @param entry `<mode> <type> <object id>\t<path>` */
function splitEntry(entry: Buffer): { readonly mode: string; readonly objectId: string; readonly bytes: Buffer } {
  const tab = entry.indexOf(0x09)
  const mode = entry.toString("latin1", 0, entry.indexOf(0x20))
  const objectId = entry.toString("latin1", entry.lastIndexOf(0x20, tab) + 1, tab)
  return { mode, objectId, bytes: entry.subarray(tab + 1) }
}

function treeCollector({ maxEntries, maxKeptEntries }: TreeLimits): { finish(): GitTree; add(entry: Buffer): void } {
  const files = new Map<string, TreeFile>()
  const code = new Map<string, TreeFile>()
  const leftOut: LeftOutPath[] = []
  const others = countNonDocumentation()
  const manifests = new Map<string, string>()
  const projectFiles = new Map<string, string>()
  const entries: TreeEntry[] = []
  let count = 0
  return {
    finish: () => ({
      files,
      code,
      leftOut,
      others,
      manifests,
      projectFiles,
      entries: count === entries.length ? entries : undefined,
    }),
    add(entry) {
      if (++count > maxEntries) throw new SourceTooLarge(`the repository contains more than ${maxEntries} files`)
      const { mode, objectId, bytes } = splitEntry(entry)
      const path = readablePath(bytes)
      if (entries.length < maxKeptEntries) entries.push({ mode, objectId, path })
      if (mode === SYMBOLIC_LINK) return void leftOut.push({ path, reason: "symbolic_link" })
      if (mode === SUBMODULE) return void leftOut.push({ path, reason: "submodule" })
      if (isProjectFile(path)) projectFiles.set(path, objectId)
      const kind = documentKind(path)
      if (isLibraryConfigName(path)) manifests.set(path, objectId)
      else if (kind.kind === "other" && isCodePath(path)) keep(code, path, { bytes, objectId })
      else if (kind.kind === "other") others.add(kind.ending)
      else if (kind.kind === "unread-format") {
        leftOut.push({ path, reason: "unread_format", detail: `${kind.format} is not supported yet` })
      } else keep(files, path, { bytes, objectId })
    },
  }
}

function keep(
  files: Map<string, TreeFile>,
  path: string,
  { bytes, objectId }: { readonly bytes: Buffer; readonly objectId: string },
): void {
  const unique = uniquePath(path, files)
  files.set(unique, { path: unique, encodedPath: encodePath(bytes), objectId })
}

/**
 * Makes a path unique. A name with a line break and one that contains a literal `%0A` look the same, so the later one
 * is encoded once more.
 */
function uniquePath(path: string, files: ReadonlyMap<string, TreeFile>): string {
  let unique = path
  while (files.has(unique)) unique = unique.includes("%") ? unique.replaceAll("%", "%25") : `${unique}%00`
  return unique
}
