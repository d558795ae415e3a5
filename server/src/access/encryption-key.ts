import { randomBytes, randomUUID } from "node:crypto"
import { link, mkdir, open, readFile, unlink } from "node:fs/promises"
import { join } from "node:path"
import { InternalFailure } from "../base/errors.ts"

const FILE_NAME = "encryption.key"
const HEX_KEY = /^[0-9a-f]{64}$/i

/**
 * Gives the key that seals stored secrets: the configured one, else the one kept in the data directory, which is made at
 * the first call (readable by the owner only). Processes that call at once get the same key.
 *
 * @param configured 64 hexadecimal characters (`LECTERN_ENCRYPTION_KEY`).
 * @throws {InternalFailure} when the kept file does not hold a key.
 */
export async function loadEncryptionKey(dataDir: string, configured: string | undefined): Promise<Uint8Array> {
  if (configured !== undefined) return Buffer.from(configured, "hex")
  const path = join(dataDir, FILE_NAME)
  const kept = (await readIfThere(path)) ?? (await makeOnce(dataDir, path))
  const text = kept.trim()
  if (!HEX_KEY.test(text)) throw new InternalFailure(`the file ${FILE_NAME} of the data directory does not hold a key`)
  return Buffer.from(text, "hex")
}

/** Writes a complete file beside and links it into place: whoever comes second finds the first one's key. */
async function makeOnce(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const draft = join(dataDir, `.${FILE_NAME}.${randomUUID()}`)
  const file = await open(draft, "wx", 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString("hex")}\n`)
    await file.sync()
    await link(draft, path).catch((error: unknown) => {
      if (!isCode(error, "EEXIST")) throw error
    })
  } finally {
    await file.close()
    await unlink(draft)
  }
  return readFile(path, "utf8")
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code
}
