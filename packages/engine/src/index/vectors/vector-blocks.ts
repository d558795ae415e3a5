import type Database from "better-sqlite3"
import { LRUCache } from "lru-cache"

/** Vectors per block, the unit of reading and searching: about 1.5 MB at 384 dimensions. */
export const BLOCK_VECTORS = 4_000
/** Memory limit for the vectors of all open indexes of a session; other vectors are read again. */
const MAX_KEPT_BYTES = 128 * 1024 * 1024

/** Vectors of consecutive snippets as bytes. Only directions matter, so each vector has its own scale, which is not stored. */
export interface VectorBlock {
  readonly firstSnippet: number
  readonly count: number
  readonly bytes: Int8Array
  /** The reciprocal length of each byte vector; 0 for a zero vector. */
  readonly inverseLengths: Float32Array
}

/** The vectors of an index, from one model. */
export interface IndexVectors {
  /** Id of the embedder. */
  readonly model: string
  readonly dimension: number
  readonly blockCount: number
  block(number: number): VectorBlock
}

/** Tables for vectors, which an index file has only after vectors were added. */
export const CREATE_VECTOR_TABLES = `
  CREATE TABLE vec (block INTEGER PRIMARY KEY, bytes BLOB NOT NULL, hashes BLOB NOT NULL);
  CREATE TABLE vec_meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
`

/** Scales a vector to bytes in the same direction, with 127 as the largest magnitude. */
export function quantise(vector: Float32Array): Int8Array {
  let largest = 0
  for (const number of vector) largest = Math.max(largest, Math.abs(number))
  const scale = largest > 0 ? 127 / largest : 0
  return Int8Array.from(vector, (number) => Math.round(number * scale))
}

/** Returns the cosine of a question's vector and one of a block; 0 if either is a zero vector. */
export function cosineAt(block: VectorBlock, position: number, question: QuantisedVector): number {
  const { bytes, inverseLength } = question
  const first = position * bytes.length
  let sum = 0
  for (let at = 0; at < bytes.length; at++) {
    sum += (bytes[at] as number) * (block.bytes[first + at] as number)
  }
  return sum * inverseLength * (block.inverseLengths[position] as number)
}

/** A vector as bytes, with the reciprocal of its length. */
export interface QuantisedVector {
  readonly bytes: Int8Array
  readonly inverseLength: number
}

/** Quantises a question's vector like those of an index. */
export function quantiseQuestion(vector: Float32Array): QuantisedVector {
  const bytes = quantise(vector)
  return { bytes, inverseLength: inverseLengthOf(bytes, 0, bytes.length) }
}

function inverseLengthOf(bytes: Int8Array, first: number, end: number): number {
  let sum = 0
  for (let at = first; at < end; at++) sum += (bytes[at] as number) ** 2
  return sum > 0 ? 1 / Math.sqrt(sum) : 0
}

/** Caches the most recently used vector blocks of all indexes of a session, up to a number of bytes. */
export class VectorBlockCache {
  readonly #blocks = new LRUCache<object, VectorBlock>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  })

  /** @param key must be the same object for the same block. */
  get(key: object, read: () => VectorBlock): VectorBlock {
    const known = this.#blocks.get(key)
    if (known !== undefined) return known
    const block = read()
    this.#blocks.set(key, block)
    return block
  }
}

/**
 * Opens the vectors of an index file.
 *
 * @returns undefined for an index without vectors.
 */
export function openVectors(database: Database.Database, blocks: VectorBlockCache): IndexVectors | undefined {
  if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'vec_meta'").get() === undefined) return undefined
  const rows = database.prepare("SELECT name, value FROM vec_meta").raw().all() as [string, string | number][]
  const meta = new Map(rows)
  const dimension = Number(meta.get("dimension"))
  const select = database.prepare("SELECT bytes FROM vec WHERE block = ?").pluck()
  const keys = Array.from({ length: Number(meta.get("blocks")) }, () => ({}))
  return {
    model: String(meta.get("model")),
    dimension,
    blockCount: keys.length,
    block(number) {
      const key = keys[number]
      if (key === undefined) throw new RangeError(`the vector block ${number} does not exist`)
      return blocks.get(key, () => readBlock(select.get(number) as Uint8Array, number, dimension))
    },
  }
}

function readBlock(stored: Uint8Array, number: number, dimension: number): VectorBlock {
  const bytes = new Int8Array(stored.buffer, stored.byteOffset, stored.byteLength)
  const count = bytes.length / dimension
  const inverseLengths = Float32Array.from({ length: count }, (_, position) =>
    inverseLengthOf(bytes, position * dimension, (position + 1) * dimension),
  )
  return { firstSnippet: number * BLOCK_VECTORS, count, bytes, inverseLengths }
}
