import { createReadStream } from "node:fs"
import type { Readable } from "node:stream"
import { promisify } from "node:util"
import { PORTABLE_FILE_NAME } from "@lectern/contract"
import { open, type Entry, type ZipFile } from "yauzl"
import { asError, InvalidInput } from "../../base/errors.ts"

/** A bundle as it was received. */
export interface ReceivedBundle {
  /** File on this machine; the caller removes it. */
  readonly path: string
  readonly form: "zip" | "json"
  /** Name for messages: the file as the sender called it. */
  readonly name: string
}

/** Most bytes of text that a bundle unpacks to: an import reads it as one text, which may not be longer. */
export const BUNDLE_MAX_TEXT_BYTES = 500 * 2 ** 20

/**
 * Opens a bundle as a stream of its JSON text.
 *
 * @throws {InvalidInput} when the file is no zip, or holds no `libraries.json`.
 */
export async function openBundle(bundle: ReceivedBundle): Promise<Readable> {
  if (bundle.form === "json") return createReadStream(bundle.path)
  const zip = await openZip(bundle)
  try {
    const entry = await findEntry(zip)
    if (entry === undefined) throw new InvalidInput(`bundleFile: ${bundle.name} does not contain ${PORTABLE_FILE_NAME}`)
    const stream = await promisify(zip.openReadStream.bind(zip) as (entry: Entry, done: Done<Readable>) => void)(entry)
    stream.once("close", () => zip.close())
    return stream
  } catch (error) {
    zip.close()
    throw error instanceof InvalidInput ? error : notAZip(bundle, error)
  }
}

type Done<Result> = (error: Error | null, result: Result) => void

function openZip(bundle: ReceivedBundle): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(bundle.path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error === null) resolve(zip)
      else reject(notAZip(bundle, error))
    })
  })
}

function findEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    zip.once("error", reject)
    zip.once("end", () => resolve(undefined))
    zip.on("entry", (entry: Entry) => {
      if (entry.fileName === PORTABLE_FILE_NAME) resolve(entry)
      else zip.readEntry()
    })
    zip.readEntry()
  })
}

function notAZip({ name }: ReceivedBundle, cause: unknown): InvalidInput {
  return new InvalidInput(`bundleFile: ${name} is not a valid zip file (${asError(cause).message})`, { cause })
}
