import type { SourceItem } from "../../sources/base/source-file.ts"
import type { ContentSpool, Spooled } from "./content-spool.ts"
import { decodeFile, type DecodedContent, type FileDetails } from "./decode-file.ts"
import type { SpooledPage } from "./gather-includes.ts"

/** A decoded file of a source whose content is in the spool. */
export interface SpooledFile {
  readonly details: FileDetails
  readonly readContent: Spooled<DecodedContent>
}

/** Receives the results of `spoolFiles`, in the order of the source. */
export interface ScannedSource {
  onFile(file: SpooledFile): void
  onOther(item: Exclude<SourceItem, { kind: "file" }>): void
}

/**
 * Reads and decodes every file of a source once and stores the contents in the spool.
 *
 * @returns the text pages, as they are read.
 */
export async function* spoolFiles(
  items: AsyncIterable<SourceItem>,
  spool: ContentSpool,
  { onFile, onOther }: ScannedSource,
): AsyncGenerator<SpooledPage & { readonly text: string }> {
  for await (const item of items) {
    if (item.kind !== "file") {
      onOther(item)
      continue
    }
    const { bytes: _bytes, ...details } = item.file
    const content = decodeFile(item.file)
    if (content.kind !== "text") {
      onFile({ details, readContent: await spoolBinary(content, spool) })
      continue
    }
    const { text, ...rest } = content
    const readText = await spool.addText(text)
    onFile({ details, readContent: async () => ({ ...rest, text: await readText() }) })
    yield { format: content.format, path: details.path, text, readText }
  }
}

async function spoolBinary(
  content: Exclude<DecodedContent, { kind: "text" }>,
  spool: ContentSpool,
): Promise<Spooled<DecodedContent>> {
  if (content.kind === "left-out") return () => Promise.resolve(content)
  const readBytes = await spool.addBytes(content.bytes)
  const { format } = content
  return async () => ({ kind: "binary", format, bytes: await readBytes() })
}

/** Sorts files by the order of the given paths; the others follow in their original order. */
export function inReadingOrder(files: readonly SpooledFile[], order: readonly string[]): readonly SpooledFile[] {
  const rankByPath = new Map(order.map((path, rank) => [path, rank]))
  const rankOf = ({ details }: SpooledFile): number => rankByPath.get(details.path) ?? order.length
  return files.toSorted((left, right) => rankOf(left) - rankOf(right))
}
