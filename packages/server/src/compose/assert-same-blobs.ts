import { randomUUID } from "node:crypto"
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { InvalidInput } from "../base/errors.ts"
import { hasCode } from "../base/system-errors.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { BLOB_DIRECTORY_SETTING } from "../catalogue/settings/records.ts"

/** File that identifies a blob directory, even if several machines mount it. */
const ID_NAME = ".id"

/**
 * Checks that all machines that share a catalogue keep their blobs in the same directory. A machine with a separate
 * directory would not have the index files of the others.
 *
 * @throws {InvalidInput} if the blobs of the catalogue are in another directory.
 */
export async function assertSameBlobs({ settings }: Pick<Catalogue, "settings">, directory: string): Promise<void> {
  const id = await idOf(directory)
  if (await settings.claim(BLOB_DIRECTORY_SETTING, id)) return
  if ((await settings.get(BLOB_DIRECTORY_SETTING)) === id) return
  throw new InvalidInput(
    `the catalogue in DATABASE_URL has its index files in a directory other than ${directory}. Set LECTERN_BLOBS to ` +
      "postgres or s3://BUCKET/PREFIX on every machine. If that directory is lost, delete the row " +
      `'${BLOB_DIRECTORY_SETTING}' from the table setting, and Lectern indexes every library again at its next refresh`,
  )
}

/**
 * Returns the id of the directory, and creates it if necessary. Concurrent calls from several processes return the same
 * id.
 */
async function idOf(directory: string): Promise<string> {
  const path = join(directory, ID_NAME)
  const found = await readIfThere(path)
  if (found !== undefined) return found
  await mkdir(directory, { recursive: true })
  const made = `${path}.${randomUUID()}`
  await writeFile(made, randomUUID())
  try {
    await link(made, path)
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error
  } finally {
    await rm(made, { force: true })
  }
  return readFile(path, "utf8")
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  }
}
