import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { Transform, type Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

/** The target directory and the size limit. */
export interface Reception {
  readonly directory: string
  readonly maxBytes: number
  /** Creates the error for more bytes than allowed. */
  tooLarge(): Error
}

/**
 * Writes a stream to a file as it arrives; stops at the size limit.
 *
 * @returns path of the file, which the caller deletes.
 * @throws what `tooLarge` creates. After any error, the partial file is deleted.
 */
export async function receiveFile(input: Readable, { directory, maxBytes, tooLarge }: Reception): Promise<string> {
  const path = join(directory, `upload-${randomUUID()}`)
  let byteCount = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteCount += chunk.length
      if (byteCount > maxBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
  try {
    await pipeline(input, counter, createWriteStream(path, { flags: "wx", mode: 0o600 }))
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
