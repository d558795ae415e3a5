import { open, rename, rm } from "node:fs/promises"
import { asFileFailure, CliFailure, EXIT_CODES } from "./exit-codes.ts"
import { pathExists } from "./optional-files.ts"

/** File name that means standard output. */
export const STDOUT = "-"

/**
 * Saves a stream under a temporary name first, so that a broken connection leaves no partial file.
 *
 * @returns the number of bytes written. @throws {CliFailure} if the file exists, or cannot be written.
 */
export async function saveStream(
  body: ReadableStream<Uint8Array>,
  { path, mayOverwrite }: { readonly path: string; readonly mayOverwrite: boolean },
): Promise<number> {
  if (!mayOverwrite && (await pathExists(path))) {
    await body.cancel()
    throw new CliFailure(
      EXIT_CODES.failure,
      `${path} already exists`,
      "overwrite it with --force, or choose another file name",
    )
  }
  const partPath = `${path}.part`
  try {
    const bytes = await writeParts(body, partPath)
    await rename(partPath, path)
    return bytes
  } catch (thrown) {
    await rm(partPath, { force: true })
    throw asFileFailure(thrown, { path, isWritten: true })
  }
}

/** Writes a stream to a file; the file is closed when this returns or throws. @returns the number of bytes written. */
async function writeParts(body: ReadableStream<Uint8Array>, path: string): Promise<number> {
  const file = await open(path, "w")
  try {
    let bytes = 0
    for await (const chunk of body) {
      await file.writeFile(chunk)
      bytes += chunk.byteLength
    }
    return bytes
  } finally {
    await file.close()
  }
}
