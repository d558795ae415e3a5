import { open, type FileHandle } from "node:fs/promises"
import { promisify } from "node:util"
import { deflateRaw, inflateRaw } from "node:zlib"
import type { FetchedResponse } from "../../net/guarded-fetch.ts"
import { type ArchiveEntry, packIndex, readIndex } from "./archive-format.ts"

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

/** Maximum compressed size of an archive: about 500 MB of pages. Pages that do not fit are downloaded next time. */
const MAX_ARCHIVE_BYTES = 64 * 2 ** 20
/** Headers that affect how a page is parsed; others are not stored. */
const KEPT_HEADERS = ["content-type", "x-robots-tag", "link"] as const

/** The archive of the previous run, and the file for the new one. */
export interface ResponseArchiveFiles {
  /** Bytes of the previous archive; if undefined, everything is downloaded. */
  readonly served: Uint8Array | undefined
  /** File for the new archive. */
  readonly path: string
}

/** Responses of hosts, from the previous run and for the next one. */
export interface ResponseArchive {
  /** Headers for a conditional request; empty for a URL that is not archived. */
  conditionsFor(url: string): Readonly<Record<string, string>>
  /** Returns the archived response in place of a 304; undefined if there is none. */
  recall(url: string, notModified: FetchedResponse): Promise<FetchedResponse | undefined>
  /** Stores a response if it has status 200 and supports conditional requests. */
  keep(url: string, answer: FetchedResponse): Promise<void>
  /** Number of responses that were reused. */
  readonly recalledCount: number
  /** Closes the new archive. @returns its path; undefined if it is empty. Safe to call twice. */
  finish(): Promise<string | undefined>
}

/** Opens the archives of a run. A damaged archive is ignored, so its pages are downloaded again. */
export function openResponseArchive({ served, path }: ResponseArchiveFiles): ResponseArchive {
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
    // Writes run one after another, because requests are concurrent. A failed write is reported to the caller that
    // awaits it.
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
