import { randomUUID } from "node:crypto"
import { link, readFile, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { InvalidInput } from "../base/errors.ts"
import { inheritOwner } from "../base/inherit-owner.ts"
import { makeFolder } from "../base/make-folder.ts"
import { hasCode } from "../base/system-errors.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { BLOB_DIRECTORY_SETTING } from "../catalogue/settings/records.ts"
import type { Settings } from "../config/settings.ts"
import { parseBlobLocation } from "../config/storage-settings.ts"
import { BLOBS_NAME } from "./data-directory.ts"

/** File that identifies a blob directory, even if several machines mount it. */
const ID_NAME = ".id"

/** The settings that say where the blobs of a shared catalogue are. */
type BlobSettings = Pick<Settings, "DATABASE_URL" | "LECTERN_BLOBS" | "LECTERN_DATA_DIR">

/**
 * Checks that this machine uses the blobs of the catalogue, and records where they are if no machine has done so. All
 * machines that share a catalogue need the same blobs: one with a separate directory or another kind of store would
 * not have the index files of the others.
 *
 * @throws {InvalidInput} if the blobs of the catalogue are elsewhere.
 */
export async function claimBlobs(catalogue: Pick<Catalogue, "settings">, settings: BlobSettings): Promise<void> {
  if (settings.DATABASE_URL === undefined) return
  const kind = remoteKindOf(settings)
  const place = kind ?? (await idOf(blobDirectoryOf(settings)))
  if (await catalogue.settings.claim(BLOB_DIRECTORY_SETTING, place)) return
  await assertSameBlobs(catalogue, settings)
}

/**
 * Checks like {@link claimBlobs}, but records nothing, so that a copy can be made into a new catalogue.
 *
 * @throws {InvalidInput} if the blobs of the catalogue are elsewhere.
 */
export async function assertSameBlobs(catalogue: Pick<Catalogue, "settings">, settings: BlobSettings): Promise<void> {
  if (settings.DATABASE_URL === undefined) return
  const claimed = await catalogue.settings.get(BLOB_DIRECTORY_SETTING)
  if (claimed === undefined) return
  const kind = remoteKindOf(settings)
  const directory = blobDirectoryOf(settings)
  if (claimed === (kind ?? (await readIfThere(join(directory, ID_NAME))))) return
  throw new InvalidInput(
    `the catalogue in DATABASE_URL has its index files in ${describePlace(claimed, { kind, directory })}. If they are ` +
      `lost, delete the row '${BLOB_DIRECTORY_SETTING}' from the table setting, and Lectern indexes every library ` +
      "again at its next refresh",
  )
}

function describePlace(
  claimed: string,
  { kind, directory }: { readonly kind: string | undefined; readonly directory: string },
): string {
  if (claimed === "postgres") return "PostgreSQL. Set LECTERN_BLOBS to postgres"
  if (claimed === "s3")
    return "an S3-compatible store. Set LECTERN_BLOBS to s3://BUCKET/PREFIX, as on the other machines"
  if (kind !== undefined) {
    return "a data directory, not in LECTERN_BLOBS. Unset LECTERN_BLOBS. To move them, use lectern migrate --to"
  }
  return `a directory other than ${directory}. Set LECTERN_BLOBS to postgres or s3://BUCKET/PREFIX on every machine`
}

/**
 * Returns the kind of a remote store, which is what the catalogue records of it: buckets can be renamed and mirrored.
 *
 * @returns undefined if the blobs are in the data directory.
 */
function remoteKindOf({ LECTERN_BLOBS }: BlobSettings): string | undefined {
  const kind = parseBlobLocation(LECTERN_BLOBS)?.kind
  return kind === "directory" ? undefined : kind
}

function blobDirectoryOf(settings: BlobSettings): string {
  return join(resolve(settings.LECTERN_DATA_DIR), BLOBS_NAME)
}

/**
 * Returns the id of the directory, and creates it if necessary. Concurrent calls from several processes return the same
 * id.
 */
async function idOf(directory: string): Promise<string> {
  const path = join(directory, ID_NAME)
  const found = await readIfThere(path)
  if (found !== undefined) return found
  await makeFolder(directory)
  const made = `${path}.${randomUUID()}`
  await writeFile(made, randomUUID())
  await inheritOwner(made)
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
