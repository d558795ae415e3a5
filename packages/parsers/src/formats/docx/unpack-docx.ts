import { buffer as collect } from "node:stream/consumers"
import type { Readable } from "node:stream"
import { promisify } from "node:util"
import { fromBuffer, type Entry, type ZipFile } from "yauzl"
import { ZipFile as ZipWriter } from "yazl"

/** Limits of unpacking: a zip file of a few kilobytes can contain gigabytes. */
export interface UnpackLimits {
  readonly maxEntries: number
  readonly maxTextBytes: number
}

const DEFAULT_LIMITS: UnpackLimits = { maxEntries: 10_000, maxTextBytes: 96 * 2 ** 20 }

/** Parts with text and styles; pictures, fonts and embedded files are not unpacked. */
const TEXT_PART = /(?:^\[Content_Types\]\.xml|\.rels|^word\/[^/]*\.xml|^docProps\/core\.xml)$/i
/** Parts that may contain the text, in documents of other programs. */
const ANY_XML = /\.xml$/i

/**
 * Copies the text parts of a DOCX file to a new, uncompressed package, within the limits.
 *
 * @throws {Error} if it is not a zip file, is damaged, or unpacks to more than allowed.
 */
export async function unpackDocx(bytes: Uint8Array, limits: UnpackLimits = DEFAULT_LIMITS): Promise<Buffer> {
  const source = await promisify(open)(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const target = new ZipWriter()
  try {
    if (source.entryCount > limits.maxEntries) throw new Error(`it contains more than ${limits.maxEntries} files`)
    let textBytes = 0
    for (const entry of await entriesOf(source)) {
      if (!TEXT_PART.test(entry.fileName) && !ANY_XML.test(entry.fileName)) continue
      // The library itself stops if an entry unpacks to more than its declared size.
      textBytes += entry.uncompressedSize
      if (textBytes > limits.maxTextBytes)
        throw new Error(`its text is larger than ${limits.maxTextBytes} bytes when unpacked`)
      const stream = await promisify(openEntry)(source, entry)
      target.addBuffer(markHiddenRuns(await collect(stream)), entry.fileName, { compress: false })
    }
  } finally {
    source.close()
  }
  target.end()
  return collect(target.outputStream as Readable)
}

/** Style name for text that Word does not show. */
export const HIDDEN_STYLE_ID = "LecternHidden"

/** Smaller text cannot be read: 2.5 points. */
const MIN_HALF_POINTS = 5

/** Gives runs of hidden text a style that marks them. */
function markHiddenRuns(part: Buffer): Buffer {
  if (!part.includes("<w:vanish") && !part.includes("<w:sz ") && !part.includes("<w:shd ")) return part
  const hidden = `<w:rPr><w:rStyle w:val="${HIDDEN_STYLE_ID}"/></w:rPr>`
  const text = part
    .toString("utf8")
    .replaceAll(/<w:rPr>[\s\S]*?<\/w:rPr>/g, (properties) => (isHidden(properties) ? hidden : properties))
  return Buffer.from(text)
}

function isHidden(properties: string): boolean {
  const switched = /<w:vanish(?:\s+w:val="([^"]*)")?\s*\/>/.exec(properties)
  if (switched !== null && !/^(?:0|false|off)$/.test(switched[1] ?? "")) return true
  const size = /<w:sz\s+w:val="(\d{1,4})"/.exec(properties)?.[1]
  if (size !== undefined && Number(size) < MIN_HALF_POINTS) return true
  const colour = /<w:color\s+[^>]{0,200}?w:val="(\w{1,8})"/.exec(properties)?.[1]
  const fill = /<w:shd\s+[^>]{0,200}?w:fill="(\w{1,8})"/.exec(properties)?.[1]
  return colour !== undefined && colour !== "auto" && colour.toLowerCase() === fill?.toLowerCase()
}

type Done<Result> = (error: Error | null, result: Result) => void

function open(bytes: Buffer, done: Done<ZipFile>): void {
  fromBuffer(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, done)
}

function openEntry(zip: ZipFile, entry: Entry, done: Done<Readable>): void {
  zip.openReadStream(entry, done)
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.once("error", reject)
    zip.once("end", () => resolve(entries))
    zip.on("entry", (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}
