import { createHash, randomBytes, randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { link, open, readFile, rename, unlink } from "node:fs/promises"
import { join } from "node:path"
import { asError, InternalFailure } from "../../base/errors.ts"
import { inheritOwner } from "../../base/inherit-owner.ts"
import type { Log } from "../../base/log.ts"
import { makeFolder } from "../../base/make-folder.ts"
import { hasCode } from "../../base/system-errors.ts"

const FILE_NAME = "encryption.key"
const HEX_KEY = /^[0-9a-f]{64}$/i
const KEY_BYTES = 32
const ID_CHARACTERS = 8

/** Maximum time until running processes notice a change of the file. */
export const REREAD_AFTER_MS = 1_000

/** A key that encrypts stored secrets. */
export interface RingKey {
  /** Identifies the key without revealing anything about it: 8 hexadecimal characters. */
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Uint8Array
}

/** The keys of an instance: the first one encrypts, any of them decrypts. */
export interface KeyRing {
  /** The current keys, at least one; the encrypting one comes first. */
  keys(): readonly [RingKey, ...RingKey[]]
}

/**
 * Opens the keys for stored secrets: the configured ones, or those in the data directory, where the first call
 * generates a key (readable by the owner only). Concurrent calls from several processes return the same key.
 *
 * @param configured keys of 64 hexadecimal characters, separated by commas or spaces (`LECTERN_ENCRYPTION_KEY`).
 * @param log records when the file can no longer be read, and when it can be read again.
 * @throws {InternalFailure} if the file contains no valid keys.
 */
export async function openKeyRing(
  dataDir: string,
  { configured, log }: { readonly configured: string | undefined; readonly log: Log },
): Promise<KeyRing> {
  if (configured !== undefined) return ringOf(parseKeys(configured))
  const path = join(dataDir, FILE_NAME)
  return followFile(path, parseKeys((await readIfThere(path)) ?? (await makeOnce(dataDir, path))), log)
}

/** Creates a ring of fixed keys. */
export function ringOf(keys: readonly [RingKey, ...RingKey[]]): KeyRing {
  return { keys: () => keys }
}

/** Creates a key from bytes. @param bytes exactly 32. */
export function ringKey(bytes: Uint8Array): RingKey {
  if (bytes.length !== KEY_BYTES) {
    throw new InternalFailure(`invalid encryption key: must be ${KEY_BYTES} bytes, got ${bytes.length}`)
  }
  const id = createHash("sha256").update("lectern key id").update(bytes).digest("hex").slice(0, ID_CHARACTERS)
  return { id, bytes }
}

/** Adds a new key in front of those in the data directory. The caller must prevent concurrent changes of the file. */
export async function addNewestKey(dataDir: string): Promise<RingKey> {
  const made = randomBytes(KEY_BYTES)
  const kept = await readFile(join(dataDir, FILE_NAME), "utf8")
  parseKeys(kept)
  await replaceFile(dataDir, `${made.toString("hex")}\n${kept.trim()}\n`)
  return ringKey(made)
}

/** Deletes all keys but the first from the data directory; what they encrypted can no longer be decrypted. */
export async function forgetOldKeys(dataDir: string): Promise<void> {
  const [first] = parseKeys(await readFile(join(dataDir, FILE_NAME), "utf8"))
  await replaceFile(dataDir, `${Buffer.from(first.bytes).toString("hex")}\n`)
}

function parseKeys(text: string): readonly [RingKey, ...RingKey[]] {
  const words = text.split(/[\s,]+/).filter(Boolean)
  const [first, ...rest] = words.map((word) => {
    if (HEX_KEY.test(word)) return ringKey(Buffer.from(word, "hex"))
    throw new InternalFailure(
      `invalid file ${FILE_NAME} in the data directory: every key must be 64 hexadecimal characters`,
    )
  })
  if (first === undefined)
    throw new InternalFailure(`invalid file ${FILE_NAME} in the data directory: it contains no key`)
  return [first, ...rest]
}

/** The file has about a hundred bytes and is read at most once a second, so a synchronous read is fast enough. */
function followFile(path: string, first: readonly [RingKey, ...RingKey[]], log: Log): KeyRing {
  let keys = first
  let trouble: string | undefined
  let readAtMs = performance.now()
  return {
    keys() {
      if (performance.now() - readAtMs < REREAD_AFTER_MS) return keys
      readAtMs = performance.now()
      try {
        keys = parseKeys(readFileSync(path, "utf8"))
        if (trouble !== undefined) log.info({ file: FILE_NAME, keys: keys.length }, "encryption keys reloaded")
        trouble = undefined
      } catch (error) {
        // If the file is lost or damaged while the service runs, the keys from the last successful read are still used.
        const reason = asError(error).message
        if (reason !== trouble) log.error({ file: FILE_NAME, reason }, "cannot reload encryption keys")
        trouble = reason
      }
      return keys
    },
  }
}

/** Writes a complete temporary file and links it into place. If another process was first, its key is used. */
async function makeOnce(dataDir: string, path: string): Promise<string> {
  await makeFolder(dataDir)
  const draft = await writeDraft(dataDir, `${randomBytes(KEY_BYTES).toString("hex")}\n`)
  try {
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) throw error
    })
  } finally {
    await unlink(draft)
  }
  return readFile(path, "utf8")
}

/**
 * Replaces the file atomically. After a crash, either the old or the new file exists, and every key that has encrypted
 * a secret is on the disk.
 */
async function replaceFile(dataDir: string, text: string): Promise<void> {
  await rename(await writeDraft(dataDir, text), join(dataDir, FILE_NAME))
  const folder = await open(dataDir, "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function writeDraft(dataDir: string, text: string): Promise<string> {
  const draft = join(dataDir, `.${FILE_NAME}.${randomUUID()}`)
  const file = await open(draft, "wx", 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await inheritOwner(draft)
  return draft
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  }
}
