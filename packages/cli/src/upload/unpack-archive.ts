import { createWriteStream } from "node:fs"
import { mkdir, readdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { isUploadablePath, LIMITS } from "@lectern/contract"
import { openPromise } from "yauzl"
import { CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"
import { messageOf } from "../terminal/message-of.ts"

/** File type bits of a Unix mode, and those of a link. */
const TYPE_BITS = 0o170000
const LINK_BITS = 0o120000

/**
 * Unpacks a zip archive without its links. Sizes are counted while bytes are unpacked, because an archive can claim any
 * size.
 *
 * @param folder an empty folder, which the caller removes.
 * @returns the folder with the content: the only folder of the archive, if it contains everything.
 * @throws {CliFailure} if the archive is damaged, encrypted or too large, or a name leads out of the folder.
 */
export async function unpackArchive(archive: string, folder: string, signal: AbortSignal): Promise<string> {
  try {
    await unpackInto(archive, folder, signal)
  } catch (thrown) {
    if (thrown instanceof CliFailure || signal.aborted) throw thrown
    const reason = messageOf(thrown)
    throw new CliFailure(EXIT_CODES.failure, `cannot unpack ${archive}: ${reason}`)
  }
  const [first, ...others] = await readdir(folder, { withFileTypes: true })
  return first?.isDirectory() === true && others.length === 0 ? join(folder, first.name) : folder
}

async function unpackInto(archive: string, folder: string, signal: AbortSignal): Promise<void> {
  const zip = await openPromise(archive, { strictFileNames: false })
  const room = { bytes: LIMITS.folderUploadMaxBytesTotal * 2, files: LIMITS.folderUploadMaxFiles * 5 }
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      const isLink = ((entry.externalFileAttributes >>> 16) & TYPE_BITS) === LINK_BITS
      if (entry.fileName.endsWith("/") || isLink || !isUploadablePath(entry.fileName)) continue
      if (entry.isEncrypted()) throw new CliFailure(EXIT_CODES.failure, `cannot unpack ${archive}: it is encrypted`)
      if (--room.files < 0) throw tooLarge(archive)
      const target = join(folder, entry.fileName)
      await mkdir(dirname(target), { recursive: true })
      await pipeline(await zip.openReadStreamPromise(entry), countDown(room, archive), createWriteStream(target), {
        signal,
      })
    }
  } finally {
    zip.close()
  }
}

function countDown(room: { bytes: number }, archive: string): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      room.bytes -= chunk.length
      if (room.bytes < 0) done(tooLarge(archive))
      else done(null, chunk)
    },
  })
}

function tooLarge(archive: string): CliFailure {
  return new CliFailure(
    EXIT_CODES.usage,
    `cannot unpack ${archive}: its contents are too large for one library`,
    "unpack it and add a part of it",
  )
}
