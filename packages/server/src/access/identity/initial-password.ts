import { randomInt, randomUUID } from "node:crypto"
import { link, readFile, rm, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { inheritOwner } from "../../base/inherit-owner.ts"
import { hasCode } from "../../base/system-errors.ts"

/** Name of the file in the data directory. */
export const INITIAL_PASSWORD_FILE = "initial-password"

/** Letters and digits that are hard to confuse: almost 5 bits each. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
const GROUPS = 4
const GROUP_CHARACTERS = 5

/** Generates a password of about 99 bits that is easy to type: `k7mqz-…` */
export function randomPassword(): string {
  const group = () =>
    Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)] ?? "").join("")
  return Array.from({ length: GROUPS }, group).join("-")
}

/**
 * Generates the initial password of the first admin and stores it in the data directory, readable by its owner only. If
 * several processes call this at once, one of them creates it.
 *
 * @returns undefined if the data directory already has one.
 */
export async function makeInitialPassword(dataDir: string): Promise<string | undefined> {
  const password = randomPassword()
  const draft = join(dataDir, `${INITIAL_PASSWORD_FILE}.${randomUUID()}`)
  await writeFile(draft, `${password}\n`, { mode: 0o600, flag: "wx" })
  await inheritOwner(draft)
  try {
    // Linked when complete, so that no other process reads a partial password.
    await link(draft, join(dataDir, INITIAL_PASSWORD_FILE))
    return password
  } catch (error) {
    if (hasCode(error, "EEXIST")) return undefined
    throw error
  } finally {
    await unlink(draft)
  }
}

/** Reads the initial password; undefined if there is none. */
export async function readInitialPassword(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, INITIAL_PASSWORD_FILE), "utf8")).trim()
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  }
}

/** Deletes the initial password, once the admin has changed it. */
export async function removeInitialPassword(dataDir: string): Promise<void> {
  await rm(join(dataDir, INITIAL_PASSWORD_FILE), { force: true })
}
