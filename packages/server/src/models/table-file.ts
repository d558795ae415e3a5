import { isRecord } from "./model-endpoint.ts"
import { parseJson } from "../base/parse-json.ts"
import { sha256Hex } from "../base/sha256.ts"

/**
 * Magic number of a table of word vectors; docs/table-embedder-format.md documents the format for other programs. All
 * numbers are little-endian.
 *
 * `LCTNVEC1` · uint32 length of the header · header (JSON: name, dimension, rows) · one float32 weight per row · rows ×
 * dimension int8 · one term per row in UTF-8, each followed by a line feed.
 */
const MAGIC = "LCTNVEC1"
const MAX_HEADER_BYTES = 4_096
const MAX_DIMENSION = 1_024
const MAX_ROWS = 2_000_000

/** A table of word vectors in memory. */
export interface VectorTable {
  /** Name from the file with a part of its hash, because a different file is a different model. */
  readonly id: string
  readonly dimension: number
  readonly rowByTerm: ReadonlyMap<string, number>
  /** Weight of a row in a text, including the scale of its vector. */
  readonly weights: Float32Array
  readonly vectors: Int8Array
}

/** Thrown if a file is damaged or is not a table of word vectors. */
export class TableUnreadable extends Error {
  constructor(message: string) {
    super(`cannot load the word vectors: ${message}`)
    this.name = "TableUnreadable"
  }
}

interface Header {
  readonly name: string
  readonly dimension: number
  readonly rows: number
}

/**
 * Reads a table from the bytes of its file.
 *
 * @throws {TableUnreadable} with the reason.
 */
export function readTable(bytes: Uint8Array): VectorTable {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.subarray(0, MAGIC.length).toString("latin1") !== MAGIC) {
    throw new TableUnreadable(`it does not start with ${MAGIC}`)
  }
  const headerBytes = view.length < MAGIC.length + 4 ? Number.POSITIVE_INFINITY : view.readUInt32LE(MAGIC.length)
  const headerEnd = MAGIC.length + 4 + headerBytes
  if (headerBytes > MAX_HEADER_BYTES || headerEnd > view.length) throw new TableUnreadable("its header is too long")
  const { name, dimension, rows } = readHeader(view.subarray(MAGIC.length + 4, headerEnd).toString("utf8"))
  const vectorsAt = headerEnd + 4 * rows
  const termsAt = vectorsAt + rows * dimension
  if (termsAt > view.length) throw new TableUnreadable(`it is too short for ${rows} rows of ${dimension} numbers`)
  const weights = Float32Array.from({ length: rows }, (_, row) => view.readFloatLE(headerEnd + 4 * row))
  if (!weights.every((weight) => Number.isFinite(weight))) throw new TableUnreadable("a weight is not a finite number")
  return {
    id: `table:${name}:${sha256Hex(view).slice(0, 12)}`,
    dimension,
    rowByTerm: readTerms(view.subarray(termsAt).toString("utf8"), rows),
    weights,
    vectors: Int8Array.from(new Int8Array(view.buffer, view.byteOffset + vectorsAt, rows * dimension)),
  }
}

function readHeader(text: string): Header {
  const header = parseJson(text)
  if (!isRecord(header)) throw new TableUnreadable("its header is not a JSON object")
  const { name, dimension, rows } = header
  if (typeof name !== "string" || !/^[\w.-]{1,64}$/.test(name)) {
    throw new TableUnreadable("its name must be 1 to 64 letters, digits, dots or hyphens")
  }
  if (!isWithin(dimension, MAX_DIMENSION)) throw new TableUnreadable(`its dimension must be 1 to ${MAX_DIMENSION}`)
  if (!isWithin(rows, MAX_ROWS)) throw new TableUnreadable(`its number of rows must be 1 to ${MAX_ROWS}`)
  return { name, dimension, rows }
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most
}

function readTerms(text: string, rows: number): ReadonlyMap<string, number> {
  const terms = text.split("\n")
  if (terms.pop() !== "" || terms.length !== rows)
    throw new TableUnreadable(`it does not end with ${rows} lines of terms`)
  const rowByTerm = new Map(terms.map((term, row) => [term, row]))
  if (rowByTerm.size !== rows || rowByTerm.has("")) throw new TableUnreadable("a term is empty or duplicated")
  return rowByTerm
}

/** Writes a table in the format that `readTable` reads. */
export function writeTable(name: string, rows: ReadonlyMap<string, TableRow>): Uint8Array {
  const dimension = rows.values().next().value?.vector.length ?? 0
  const header = Buffer.from(JSON.stringify({ name, dimension, rows: rows.size }))
  const headerLength = Buffer.alloc(4)
  headerLength.writeUInt32LE(header.length)
  const weights = Buffer.alloc(4 * rows.size)
  for (const [at, { weight }] of [...rows.values()].entries()) weights.writeFloatLE(weight, 4 * at)
  const vectors = [...rows.values()].map(({ vector }) => Buffer.from(Int8Array.from(vector).buffer))
  const terms = Buffer.from([...rows.keys()].map((term) => `${term}\n`).join(""))
  return Buffer.concat([Buffer.from(MAGIC), headerLength, header, weights, ...vectors, terms])
}

/** One row of a table to write. The numbers of the vector are integers from -127 to 127. */
export interface TableRow {
  readonly weight: number
  readonly vector: readonly number[]
}
