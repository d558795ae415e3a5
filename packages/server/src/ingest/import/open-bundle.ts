import { createReadStream } from "node:fs"
import type { Readable } from "node:stream"
import { promisify } from "node:util"
import { PORTABLE_FILE_NAME } from "@lectern/contract"
import { open, type Entry, type ZipFile } from "yauzl"
import { asError, InvalidInput } from "../../base/errors.ts"

/** A received bundle. */
export interface ReceivedBundle {
  /** File on this machine; the caller removes it. */
  readonly path: string
  readonly form: "zip" | "json"
  /** File name from the sender, for messages. */
  readonly name: string
}

/** Maximum unpacked size: an import reads the text as one string, whose length is limited. */
export const BUNDLE_MAX_TEXT_BYTES = 500 * 2 ** 20

/**
 * Opens a bundle as a stream of its JSON text.
 *
 * @throws {InvalidInput} if the file is not a zip file, or does not contain `libraries.json`.
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
