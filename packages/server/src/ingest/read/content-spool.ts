import { type FileHandle, open, rm } from "node:fs/promises"
import { asStorageError } from "../../base/storage-errors.ts"

/**
 * Maximum size that a spool holds in memory, in characters or bytes, before it writes to its file. Most libraries have
 * less text.
 */
const MAX_HELD = 16 * 1024 * 1024

/** Returns content that was put into a spool. Calling it twice returns the same content. */
export type Spooled<Content> = () => Promise<Content>

/**
 * Stores the contents of a source between the scan of all files and their parsing. It keeps the first ones in memory
 * and the rest in one file, so that memory use does not grow with the source.
 */
export class ContentSpool {
  readonly #path: string
  readonly #maxHeld: number
  #held = 0
  #file: Promise<FileHandle> | undefined
  #writtenBytes = 0

  /** @param path of a file that does not exist; it is created when the content no longer fits in memory. */
  constructor(path: string, maxHeld = MAX_HELD) {
    this.#path = path
    this.#maxHeld = maxHeld
  }

  /** Stores a text. It must be well-formed Unicode, as `decodeText` returns it. */
  async addText(text: string): Promise<Spooled<string>> {
    if (this.#hasRoomFor(text.length)) return held(text)
    const read = await this.#write(Buffer.from(text))
    return async () => (await read()).toString("utf8")
  }

  async addBytes(bytes: Uint8Array): Promise<Spooled<Uint8Array>> {
    return this.#hasRoomFor(bytes.byteLength) ? held(bytes) : await this.#write(bytes)
  }

  /** Deletes the file. Contents that were written to it can no longer be read. */
  async close(): Promise<void> {
    const file = await this.#file?.catch(() => undefined)
    await file?.close()
    this.#file = undefined
    await rm(this.#path, { force: true })
  }

  #hasRoomFor(size: number): boolean {
    // Once the file exists, all later contents are written to it, so that small ones do not exceed the limit.
    if (this.#file !== undefined || this.#held + size > this.#maxHeld) return false
    this.#held += size
    return true
  }

  async #write(bytes: Uint8Array): Promise<Spooled<Buffer>> {
    const { byteLength } = bytes
    const position = this.#writtenBytes
    this.#writtenBytes += byteLength
    const file = await (this.#file ??= open(this.#path, "wx+", 0o600)).catch(failStorage)
    await writeFully(file, bytes, position).catch(failStorage)
    return async () => {
      const buffer = Buffer.allocUnsafeSlow(byteLength)
      await readFully(file, buffer, position)
      return buffer
    }
  }
}

/** A separate function, because a closure created beside another one would keep that one's content in memory. */
function held<Content>(content: Content): Spooled<Content> {
  return () => Promise.resolve(content)
}

function failStorage(error: unknown): never {
  throw asStorageError(error)
}

async function writeFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, position + done)
    done += bytesWritten
  }
}

async function readFully(file: FileHandle, buffer: Buffer, position: number): Promise<void> {
  for (let done = 0; done < buffer.byteLength;) {
    const { bytesRead } = await file.read(buffer, done, buffer.byteLength - done, position + done)
    if (bytesRead === 0) throw new Error("a temporary file of this ingestion is shorter than what was written to it")
    done += bytesRead
  }
}
