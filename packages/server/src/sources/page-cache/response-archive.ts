import { open, type FileHandle } from "node:fs/promises"
import { promisify } from "node:util"
import { deflateRaw, inflateRaw } from "node:zlib"
import type { FetchedResponse } from "../../net/guarded-fetch.ts"
import { type ArchiveEntry, packIndex, readIndex } from "./archive-format.ts"

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

/** Packed bytes that one archive may have: about 500 MB of pages. What does not fit is asked for whole the next time. */
const MAX_ARCHIVE_BYTES = 64 * 2 ** 20
/** Headers that say how a page is to be read; no other is kept. */
const KEPT_HEADERS = ["content-type", "x-robots-tag", "link"] as const

/** What was kept of the reading before, and where the archive of this one goes. */
export interface ResponseArchiveFiles {
  /** Bytes of the archive before; undefined asks for everything whole. */
  readonly served: Uint8Array | undefined
  /** File that the new archive is written to. */
  readonly path: string
}

/** Answers of hosts, from the reading before and for the one after. */
export interface ResponseArchive {
  /** Headers that ask for an answer only when it is another one; empty for what is not kept. */
  conditionsFor(url: string): Readonly<Record<string, string>>
  /** The whole answer in the place of a 304; undefined when it is not kept. */
  recall(url: string, notModified: FetchedResponse): Promise<FetchedResponse | undefined>
  /** Keeps an answer of status 200 that can be asked for conditionally; any other is passed over. */
  keep(url: string, answer: FetchedResponse): Promise<void>
  /** Answers that were recalled. */
  readonly recalledCount: number
  /** Closes the new archive. @returns its path; undefined when nothing was kept. Safe to call twice. */
  finish(): Promise<string | undefined>
}

/** Opens the archive of a reading. A damaged one is taken for none: it can only cost a transfer. */
export function openAnswerArchive({ served, path }: ResponseArchiveFiles): ResponseArchive {
  const before = readIndex(served)
  const entries: ArchiveEntry[] = []
  let file: FileHandle | undefined
  let size = 0
  let recalledCount = 0
  let writing: Promise<void> = Promise.resolve()
  let finished: Promise<string | undefined> | undefined

  function append(entry: Omit<ArchiveEntry, "offset" | "length">, packed: Uint8Array): Promise<void> {
    const write = async () => {
      if (size + packed.byteLength > MAX_ARCHIVE_BYTES) return
      file ??= await open(path, "w")
      await file.write(packed)
      entries.push({ ...entry, offset: size, length: packed.byteLength })
      size += packed.byteLength
    }
    // One after the other: several requests are under way at once. A failed write is met by whoever waits for it.
    const written = writing.then(write)
    writing = written.catch(() => undefined)
    return written
  }

  async function close(): Promise<string | undefined> {
    await writing
    if (file === undefined) return undefined
    await file.write(packIndex(entries))
    await file.close()
    return path
  }

  return {
    get recalledCount() {
      return recalledCount
    },
    conditionsFor(url) {
      const entry = before.get(url)
      if (entry === undefined) return {}
      const { etag, lastModified } = entry
      return {
        ...(etag === undefined ? {} : { "if-none-match": etag }),
        ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
      }
    },
    async recall(url, notModified) {
      const entry = before.get(url)
      if (entry === undefined || served === undefined || entry.answeredBy !== notModified.url) return undefined
      const packed = served.subarray(entry.offset, entry.offset + entry.length)
      const bytes = await unpack(packed).catch(() => undefined)
      if (bytes === undefined) return undefined
      const headers = { ...entry.headers, ...keptHeaders(notModified) }
      recalledCount++
      await append({ ...entry, ...validatorsOf(notModified), headers }, packed)
      return { ...notModified, status: 200, headers: new Map(Object.entries(headers)), bytes }
    },
    async keep(url, answer) {
      const validators = validatorsOf(answer)
      if (answer.status !== 200 || Object.keys(validators).length === 0) return
      const entry = { url, answeredBy: answer.url, ...validators, headers: keptHeaders(answer) }
      await append(entry, await pack(answer.bytes))
    },
    finish: () => (finished ??= close()),
  }
}

function validatorsOf({ headers }: FetchedResponse): Pick<ArchiveEntry, "etag" | "lastModified"> {
  const etag = headers.get("etag")
  const lastModified = headers.get("last-modified")
  return { ...(etag === undefined ? {} : { etag }), ...(lastModified === undefined ? {} : { lastModified }) }
}

function keptHeaders({ headers }: FetchedResponse): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of KEPT_HEADERS) {
    const value = headers.get(name)
    if (value !== undefined) kept[name] = value
  }
  return kept
}
