import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

/** At least twice as many slots as tokens, so that a search ends after one or two steps. */
const SLOTS_PER_TOKEN = 2
/** Initial value of FNV-1a. */
const HASH_START = 0x811c9dc5
const HASH_FACTOR = 0x01000193
const PAIRS = 0x1_0000
/** A slot holds the number of a token in its low bits and the high bits of the hash above them. */
const NUMBER_BITS = 18
const NUMBER_MASK = 2 ** NUMBER_BITS - 1
const EMPTY = 0
const SPACE = 0x20
const LINE_END = 0x0a
const ZERO = 0x30
const PADDING = 0x3d

/** The vocabulary of a tokenizer: which bytes are a token, and the rank of each token for merging. */
export interface TokenTable {
  /** Returns the rank of the token with these bytes; -1 if there is none. */
  rankOf(bytes: Uint8Array, from: number, to: number): number
  /** Ranks of two-byte tokens, by `first * 256 + second`; -1 if there is none. */
  readonly rankOfPair: Int32Array
}

/**
 * Reads the published vocabulary of o200k_base: one line per token, with its bytes in base64 and its rank.
 *
 * The bytes of all tokens are in one array with a hash table: 6 MB and about 50 ms, compared with 60 MB and several
 * times as long for a map of strings.
 *
 * @throws if the file of the package is missing.
 */
export function readTokenTable(): TokenTable {
  const path = createRequire(import.meta.url).resolve("gpt-tokenizer/data/o200k_base.tiktoken")
  return makeTokenTable(readFileSync(path))
}

/**
 * Creates a table from lines `<base64> <rank>`, in any order.
 *
 * @throws {RangeError} for more than 262,143 lines.
 */
export function makeTokenTable(lines: Uint8Array): TokenTable {
  const tokenCount = countLines(lines)
  if (tokenCount > NUMBER_MASK) throw new RangeError(`a vocabulary of ${tokenCount} tokens is too large`)
  const slots = new Int32Array(powerOfTwo(tokenCount * SLOTS_PER_TOKEN))
  const table: Table = {
    bytes: new Uint8Array(lines.length),
    ends: new Uint32Array(tokenCount + 1),
    ranks: new Int32Array(tokenCount + 1),
    slots,
    mask: slots.length - 1,
  }
  const rankOfPair = new Int32Array(PAIRS).fill(-1)
  fill(table, lines, rankOfPair)
  return { rankOfPair, rankOf: (bytes, from, to) => find(table, bytes, from, to) }
}

/** Tokens are numbered from 1 in the order of their lines. */
interface Table {
  /** The bytes of all tokens, concatenated. */
  readonly bytes: Uint8Array
  /** End offset of the bytes of each token; they start at the end of the previous one. */
  readonly ends: Uint32Array
  readonly ranks: Int32Array
  /**
   * Token numbers by hash, with linear probing; 0 is free. A part of the hash is stored with the number, so that nearly
   * all mismatches are found without comparing bytes: most lookups are for bytes that are not a token.
   */
  readonly slots: Int32Array
  readonly mask: number
}

function fill(table: Table, lines: Uint8Array, rankOfPair: Int32Array): void {
  const { bytes, ends, ranks, slots, mask } = table
  let at = 0
  let end = 0
  for (let token = 1; token < ends.length; token++) {
    const from = end
    let bits = 0
    let bitCount = 0
    for (; lines[at] !== SPACE; at++) {
      const symbol = lines[at] ?? 0
      if (symbol === PADDING) continue
      bits = (bits << 6) | (VALUE_OF_SYMBOL[symbol] ?? 0)
      bitCount += 6
      if (bitCount < 8) continue
      bitCount -= 8
      bytes[end++] = bits >> bitCount
    }
    let rank = 0
    for (at++; at < lines.length && lines[at] !== LINE_END; at++) rank = rank * 10 + (lines[at] ?? 0) - ZERO
    at++
    ends[token] = end
    ranks[token] = rank
    const hashed = hash(bytes, from, end)
    let slot = hashed & mask
    while (slots[slot] !== EMPTY) slot = (slot + 1) & mask
    slots[slot] = (hashed & ~NUMBER_MASK) | token
    if (end - from === 2) rankOfPair[((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0)] = rank
  }
}

function find({ bytes: known, ends, ranks, slots, mask }: Table, bytes: Uint8Array, from: number, to: number): number {
  const length = to - from
  const hashed = hash(bytes, from, to)
  for (let slot = hashed & mask; slots[slot] !== EMPTY; slot = (slot + 1) & mask) {
    const kept = slots[slot] as number
    if (((kept ^ hashed) & ~NUMBER_MASK) !== 0) continue
    const token = kept & NUMBER_MASK
    const begin = ends[token - 1] as number
    if ((ends[token] as number) - begin !== length) continue
    let at = 0
    while (at < length && known[begin + at] === bytes[from + at]) at++
    if (at === length) return ranks[token] as number
  }
  return -1
}

/** Returns a 32-bit hash of bytes, with well-mixed low bits. */
export function hash(bytes: Uint8Array, from: number, to: number): number {
  let value = HASH_START
  for (let at = from; at < to; at++) value = Math.imul(value ^ (bytes[at] as number), HASH_FACTOR)
  // The low bits select the slot, and in short tokens they hardly depend on the high ones.
  return value ^ (value >>> 15)
}

/** Values of base64 symbols, by their byte. */
const VALUE_OF_SYMBOL = new Uint8Array(128)
for (const [value, symbol] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  VALUE_OF_SYMBOL[symbol.charCodeAt(0)] = value
}

function countLines(lines: Uint8Array): number {
  let count = 0
  for (let at = 0; at < lines.length; at++) if (lines[at] === LINE_END) count++
  return lines.length > 0 && lines.at(-1) !== LINE_END ? count + 1 : count
}

function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, atLeast)))
}
