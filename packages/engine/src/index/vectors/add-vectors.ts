import Database from "better-sqlite3"

import { HEADING_SEPARATOR } from "../format/index-format.ts"
import { HASH_BYTES, hashOfText, snippetText } from "../../snippets/snippet-text.ts"
import { BLOCK_VECTORS, CREATE_VECTOR_TABLES, quantise } from "./vector-blocks.ts"

/** Returns one vector per text, in order. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly Float32Array[]>

/** How vectors are added to an index. */
export interface AddVectorsOptions {
  /** Id of the embedder. */
  readonly model: string
  readonly embed: EmbedTexts
  /** Earlier index files whose vectors are reused if model and text are the same. */
  readonly earlierPaths: readonly string[]
  readonly signal: AbortSignal
}

/** The result of adding vectors. */
export interface AddedVectors {
  readonly vectors: number
  /** Vectors copied from earlier files. */
  readonly reused: number
}

/** Number of texts to embed before the abort signal is checked again. */
const STEP_TEXTS = 256

interface TextRow {
  readonly heading_path: string
  readonly content: string
}

/**
 * Adds the vectors of all snippets to a finished index file that is not in use yet, replacing existing ones.
 *
 * @throws the errors of `embed`, and the reason of the signal; the file is then unchanged.
 */
export async function addVectors(path: string, options: AddVectorsOptions): Promise<AddedVectors> {
  const database = new Database(path)
  try {
    database.pragma("journal_mode = MEMORY")
    const texts = (database.prepare("SELECT heading_path, content FROM snippet ORDER BY id").all() as TextRow[]).map(
      ({ heading_path, content }) => snippetText({ headingPath: heading_path.split(HEADING_SEPARATOR), content }),
    )
    const hashes = texts.map((text) => hashOfText(text))
    const { known, dimension } = readEarlier(options, new Set(hashes))
    const reused = hashes.filter((hash) => known.has(hash)).length
    const foundDimension = (await embedUnknown(texts, hashes, known, options)) ?? dimension
    if (foundDimension === undefined) return { vectors: 0, reused: 0 }
    database.transaction(() => writeVectors(database, { hashes, known, dimension: foundDimension, options }))()
    return { vectors: texts.length, reused }
  } finally {
    database.close()
  }
}

/** Embeds every text without a known vector. If the new vectors have another dimension, the known ones are dropped. */
async function embedUnknown(
  texts: readonly string[],
  hashes: readonly string[],
  known: Map<string, Int8Array>,
  { embed, signal }: AddVectorsOptions,
): Promise<number | undefined> {
  let dimension = known.values().next().value?.length
  for (;;) {
    const missing = new Map(hashes.map((hash, at) => [hash, at] as const).filter(([hash]) => !known.has(hash)))
    const [...step] = [...missing].slice(0, STEP_TEXTS)
    if (step.length === 0) return dimension
    signal.throwIfAborted()
    const vectors = await embed(step.map(([, at]) => texts[at] ?? ""))
    const found = vectors[0]?.length
    // The model behind the name has changed, so the stored vectors are no longer comparable.
    if (found !== dimension) known.clear()
    dimension = found
    for (const [at, [hash]] of step.entries()) known.set(hash, quantise(vectors[at] ?? new Float32Array(found ?? 0)))
  }
}

/**
 * Reads the vectors of the wanted texts from earlier files. Files without vectors of this model are skipped.
 *
 * @throws if a file cannot be opened or read.
 */
function readEarlier({ model, earlierPaths }: AddVectorsOptions, wanted: ReadonlySet<string>) {
  const known = new Map<string, Int8Array>()
  let dimension: number | undefined
  for (const path of earlierPaths) {
    const database = new Database(path, { readonly: true, fileMustExist: true })
    try {
      dimension = readEarlierFile(database, { model, wanted, known, dimension }) ?? dimension
    } finally {
      database.close()
    }
  }
  return { known, dimension }
}

interface VectorReuse {
  readonly model: string
  readonly wanted: ReadonlySet<string>
  readonly known: Map<string, Int8Array>
  readonly dimension: number | undefined
}

function readEarlierFile(database: Database.Database, { model, wanted, known, dimension }: VectorReuse) {
  if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'vec_meta'").get() === undefined) return undefined
  const meta = new Map(database.prepare("SELECT name, value FROM vec_meta").raw().all() as [string, string | number][])
  const ownDimension = Number(meta.get("dimension"))
  if (meta.get("model") !== model || (dimension !== undefined && ownDimension !== dimension)) return undefined
  const rows = database.prepare("SELECT hashes, bytes FROM vec").raw().iterate()
  for (const [hashes, bytes] of rows as IterableIterator<[Buffer, Buffer]>) {
    for (let at = 0; at * HASH_BYTES < hashes.length; at++) {
      const hash = hashes.toString("hex", at * HASH_BYTES, (at + 1) * HASH_BYTES)
      const vector = bytes.subarray(at * ownDimension, (at + 1) * ownDimension)
      if (wanted.has(hash) && !known.has(hash)) known.set(hash, Int8Array.from(new Int8Array(vector)))
    }
  }
  return ownDimension
}

interface VectorsToWrite {
  readonly hashes: readonly string[]
  readonly known: ReadonlyMap<string, Int8Array>
  readonly dimension: number
  readonly options: AddVectorsOptions
}

function writeVectors(database: Database.Database, { hashes, known, dimension, options }: VectorsToWrite): void {
  database.exec(`DROP TABLE IF EXISTS vec; DROP TABLE IF EXISTS vec_meta; ${CREATE_VECTOR_TABLES}`)
  const insert = database.prepare("INSERT INTO vec VALUES (?, ?, ?)")
  let blocks = 0
  for (let first = 0; first < hashes.length; first += BLOCK_VECTORS) {
    const ofBlock = hashes.slice(first, first + BLOCK_VECTORS)
    const bytes = new Int8Array(ofBlock.length * dimension)
    for (const [at, hash] of ofBlock.entries()) bytes.set(known.get(hash) ?? new Int8Array(dimension), at * dimension)
    insert.run(blocks++, Buffer.from(bytes.buffer), Buffer.from(ofBlock.join(""), "hex"))
  }
  const insertMeta = database.prepare("INSERT INTO vec_meta VALUES (?, ?)")
  for (const [name, value] of [
    ["model", options.model],
    ["dimension", dimension],
    ["blocks", blocks],
  ]) {
    insertMeta.run(name, value)
  }
}
