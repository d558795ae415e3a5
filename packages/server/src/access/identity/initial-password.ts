import { randomInt, randomUUID } from "node:crypto"
import { link, readFile, rm, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { hasCode } from "../../base/system-errors.ts"

/** Name of the file in the data directory. */
export const INITIAL_PASSWORD_FILE = "initial-password"

/** Letters and digits that are hard to mistake for each other: almost 5 bits each. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
const GROUPS = 4
const GROUP_CHARACTERS = 5

/** Makes a random password of about 99 bits that a person can type: `k7mqz-…` */
export function randomPassword(): string {
  const group = () =>
    Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)] ?? "").join("")
  return Array.from({ length: GROUPS }, group).join("-")
}

/**
 * Makes the initial password of the first admin and keeps it in the data directory, readable by its owner only. Of several
 * processes that call at once, one makes it.
 *
 * @returns undefined when the data directory has one.
 */
export async function makeInitialPassword(dataDir: string): Promise<string | undefined> {
  const password = randomPassword()
  const draft = join(dataDir, `${INITIAL_PASSWORD_FILE}.${randomUUID()}`)
  await writeFile(draft, `${password}\n`, { mode: 0o600, flag: "wx" })
  try {
    // Linked when it is complete: no other process reads half a password.
    await link(draft, join(dataDir, INITIAL_PASSWORD_FILE))
    return password
  } catch (error) {
    if (hasCode(error, "EEXIST")) return undefined
    throw error
  } finally {
    await unlink(draft)
  }
}

/** Reads the initial password; undefined when there is none. */
export async function readInitialPassword(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, INITIAL_PASSWORD_FILE), "utf8")).trim()
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  }
}

/** Removes the initial password, once the admin has another one. */
export async function removeInitialPassword(dataDir: string): Promise<void> {
  await rm(join(dataDir, INITIAL_PASSWORD_FILE), { force: true })
}
