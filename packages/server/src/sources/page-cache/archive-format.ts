import { deflateRawSync, inflateRawSync } from "node:zlib"
import { z } from "zod"

/** Last bytes of an archive, after the length of its index; they identify the format. */
const MARK = Buffer.from("LECTARC1")
const FOOTER_BYTES = 4 + MARK.byteLength
/** Maximum unpacked size of an index: 200,000 URLs with their headers. */
const MAX_INDEX_BYTES = 256 * 2 ** 20

const Entry = z.object({
  url: z.string(),
  /** URL after redirects. */
  answeredBy: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  headers: z.record(z.string(), z.string()),
  /** Offset of the compressed body, in bytes. */
  offset: z.int().nonnegative(),
  length: z.int().nonnegative(),
})

/** One response in an archive. */
export type ArchiveEntry = z.infer<typeof Entry>

/** Serialises the end of an archive. The bodies come first, so that the file can be written in one pass. */
export function packIndex(entries: readonly ArchiveEntry[]): Uint8Array {
  const index = deflateRawSync(JSON.stringify(entries))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(index.byteLength)
  return Buffer.concat([index, length, MARK])
}

/**
 * Parses the index of an archive. @returns entries by URL, the last one of duplicates; empty for anything that is not
 * an archive.
 */
export function readIndex(archive: Uint8Array | undefined): ReadonlyMap<string, ArchiveEntry> {
  if (archive === undefined || archive.byteLength < FOOTER_BYTES) return new Map()
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const footer = bytes.byteLength - FOOTER_BYTES
  const start = footer - bytes.readUInt32LE(footer)
  if (!bytes.subarray(footer + 4).equals(MARK) || start < 0) return new Map()
  const entries = parse(bytes.subarray(start, footer)).filter(({ offset, length }) => offset + length <= start)
  return new Map(entries.map((entry) => [entry.url, entry]))
}

function parse(packed: Uint8Array): readonly ArchiveEntry[] {
  try {
    const text = inflateRawSync(packed, { maxOutputLength: MAX_INDEX_BYTES }).toString("utf8")
    const read = z.array(Entry).safeParse(JSON.parse(text))
    return read.success ? read.data : []
  } catch {
    // Not an archive, so everything is downloaded.
    return []
  }
}
