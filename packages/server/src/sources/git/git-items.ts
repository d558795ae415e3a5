import { isGeneratedCode } from "../scope/code-kind.ts"
import { SourceDamaged } from "../base/errors.ts"
import { contentHashOf, unreadableReason } from "../scope/file-checks.ts"
import { lineAnchorOf } from "../scope/document-kind.ts"
import type { GitHostAddress } from "../base/git-host-address.ts"
import { leftOutItems, type NonDocumentationFiles } from "../scope/left-out-report.ts"
import type { LeftOutPath } from "../scope/filter-paths.ts"
import type { SourceItem } from "../base/source-file.ts"
import type { ObjectReader } from "./git-objects.ts"
import type { TreeFile } from "./git-tree.ts"

/** Number and total size of files requested ahead: enough to keep git busy with little memory. */
const WINDOW_FILES = 64
const WINDOW_BYTES = 4 * 1024 * 1024

/** The files to yield. */
export interface GitItemsInput {
  readonly files: readonly (TreeFile & { readonly sizeBytes: number })[]
  readonly left: { readonly named: readonly LeftOutPath[]; readonly others?: NonDocumentationFiles }
  readonly reader: ObjectReader
  readonly forge: GitHostAddress
  /** True if the files are source code. */
  readonly isCode?: boolean
}

/**
 * Yields everything that was left out by path or size, then the files in the order of the tree.
 *
 * @throws {SourceDamaged} if an object cannot be read. The signal's reason if it is aborted.
 */
export async function* gitItems(input: GitItemsInput, signal: AbortSignal): AsyncGenerator<SourceItem> {
  signal.throwIfAborted()
  yield* leftOutItems(input.left.named)
  yield* input.left.others?.items() ?? []
  for (const window of windowsOf(input.files)) {
    const contents = await Promise.all(window.map((file) => input.reader.contents(file.objectId)))
    for (const [at, file] of window.entries()) {
      signal.throwIfAborted()
      const bytes = contents[at]
      if (bytes === undefined) throw new SourceDamaged("the repository's objects could not be read")
      yield itemOf(file, bytes, input)
    }
  }
}

function itemOf(file: TreeFile, bytes: Uint8Array, { forge, isCode = false }: GitItemsInput): SourceItem {
  const reason = unreadableReason(bytes) ?? (isCode && isGeneratedCode(bytes) ? "generated_code" : undefined)
  if (reason !== undefined) return { kind: "left-out", path: file.path, reason }
  const lineAnchor = lineAnchorOf(file.path, forge.lineAnchor)
  return {
    kind: "file",
    file: {
      path: file.path,
      bytes,
      url: forge.urlOf(file.encodedPath),
      contentHash: contentHashOf(bytes),
      format: isCode ? "source-code" : undefined,
      lineAnchor,
    },
  }
}

function* windowsOf<T extends { readonly sizeBytes: number }>(files: readonly T[]): Generator<readonly T[]> {
  let window: T[] = []
  let byteCount = 0
  for (const file of files) {
    if (window.length >= WINDOW_FILES || byteCount + file.sizeBytes > WINDOW_BYTES) {
      if (window.length > 0) yield window
      window = []
      byteCount = 0
    }
    window.push(file)
    byteCount += file.sizeBytes
  }
  if (window.length > 0) yield window
}
