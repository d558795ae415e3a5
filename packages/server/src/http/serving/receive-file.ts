import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { Transform, type Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

/** Where and how much to receive. */
export interface Reception {
  readonly directory: string
  readonly maxBytes: number
  /** Made when the bytes are more than allowed. */
  tooLarge(): Error
}

/**
 * Writes a stream into a file while it arrives, counting; nothing is held past the limit.
 *
 * @returns path of the file, which the caller removes.
 * @throws what `tooLarge` makes; then, and whenever the stream breaks off, nothing is left behind.
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
