import { resolve } from "node:path"
import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import type { Settings } from "../../config/settings.ts"
import { apiKeyHint } from "./api-keys.ts"
import { makeInitialPassword, readInitialPassword, removeInitialPassword } from "./initial-password.ts"
import { hashPassword, isPasswordOf } from "./passwords.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** Name of the first account of an instance. */
export const FIRST_ADMIN_NAME = "admin"

/** Setting with the hash of the last bootstrap key, so that a revoked key is not created again at the next start. */
const BOOTSTRAP_KEY_SETTING = "bootstrap_key_hash"

/**
 * Creates the admin and the bootstrap key of a new instance. Safe to call at every start and from several processes at
 * once. While the account has its initial password, `LECTERN_ADMIN_PASSWORD` replaces it.
 *
 * @returns the initial password, if this call created it.
 */
export async function ensureFirstAdmin(
  catalogue: Catalogue,
  settings: Settings,
  log: Log,
): Promise<string | undefined> {
  const isHosted = settings.LECTERN_EDITION === "hosted"
  // The first user of a hosted instance is created with `lectern admin create-user`.
  if (isHosted && settings.LECTERN_ADMIN_PASSWORD === undefined) return undefined
  const initialPassword = await ensureAdmin(catalogue, settings)
  if (isHosted) await ensureTeamspaceOfAdmin(catalogue)
  const bootstrapKey = settings.LECTERN_BOOTSTRAP_KEY
  if (bootstrapKey !== undefined) await ensureBootstrapKey(catalogue, bootstrapKey, log)
  return initialPassword
}

async function ensureAdmin(catalogue: Catalogue, settings: Settings): Promise<string | undefined> {
  const { LECTERN_ADMIN_PASSWORD: givenPassword, DATABASE_URL } = settings
  const dataDir = resolve(settings.LECTERN_DATA_DIR)
  const admin = await catalogue.users.byName(FIRST_ADMIN_NAME)
  if (admin === undefined && (await catalogue.users.count()) > 0) return undefined
  if (admin?.mustChangePassword === false) return undefined
  if (givenPassword !== undefined) {
    const passwordHash = await hashPassword(givenPassword)
    if (admin === undefined) await addAdmin(catalogue, { passwordHash, mustChangePassword: false })
    else await catalogue.users.setPassword(admin.key, passwordHash, false)
    await removeInitialPassword(dataDir)
    return undefined
  }
  // The initial password of an instance with several data directories is in only one of them.
  if (admin !== undefined && DATABASE_URL !== undefined) return undefined
  return await setInitialPassword(catalogue, dataDir, admin)
}

/** @param admin the account, if it exists: its file was lost, or it is from a version with the same initial password everywhere. */
async function setInitialPassword(
  catalogue: Catalogue,
  dataDir: string,
  admin: UserRecord | undefined,
): Promise<string | undefined> {
  const made = await makeInitialPassword(dataDir)
  const password = made ?? (admin === undefined ? await readInitialPassword(dataDir) : undefined)
  if (password === undefined) return undefined
  const passwordHash = await hashPassword(password)
  if (admin !== undefined) {
    await catalogue.users.setPassword(admin.key, passwordHash, true)
    return made
  }
  const added = await addAdmin(catalogue, { passwordHash, mustChangePassword: true })
  // Another process was first. If it uses another data directory, this password is not the one of the account.
  if (!(await isPasswordOf(added.passwordHash, password))) {
    await removeInitialPassword(dataDir)
    return undefined
  }
  return made
}

/** Adds the account unless another process was first. @returns the account. */
async function addAdmin(
  catalogue: Catalogue,
  password: Pick<UserRecord, "passwordHash" | "mustChangePassword">,
): Promise<Pick<UserRecord, "passwordHash">> {
  const added = await catalogue.users.add({ name: FIRST_ADMIN_NAME, role: "admin", ...password })
  return added ?? (await catalogue.users.byName(FIRST_ADMIN_NAME)) ?? password
}

/** Deletes the initial password from the data directory, if it belonged to this account. */
export async function forgetInitialPassword(
  { LECTERN_DATA_DIR }: Pick<Settings, "LECTERN_DATA_DIR">,
  { name }: Pick<UserRecord, "name">,
): Promise<void> {
  if (name === FIRST_ADMIN_NAME) await removeInitialPassword(resolve(LECTERN_DATA_DIR))
}

/** Returns true while the admin has the initial password, and nobody else has chosen a password either. */
export async function hasOnlyInitialPasswords(catalogue: Pick<Catalogue, "users">): Promise<boolean> {
  const admin = await catalogue.users.byName(FIRST_ADMIN_NAME)
  if (admin?.mustChangePassword !== true) return false
  return (await catalogue.users.list()).every(({ mustChangePassword }) => mustChangePassword)
}

async function ensureTeamspaceOfAdmin(catalogue: Catalogue): Promise<void> {
  await catalogue.inTransaction(async (within) => {
    const admin = await within.users.byName(FIRST_ADMIN_NAME)
    if (admin === undefined || (await within.teamspaces.ofUser(admin.key)).length > 0) return
    const teamspace = await within.teamspaces.add({ name: "Operators", plan: "team" })
    await within.teamspaces.setRole(admin.key, teamspace.key, "owner")
  })
}

async function ensureBootstrapKey(catalogue: Catalogue, bootstrapKey: string, log: Log): Promise<void> {
  const keyHash = sha256Hex(bootstrapKey)
  const stored = await catalogue.settings.get(BOOTSTRAP_KEY_SETTING)
  if (stored === undefined) {
    await catalogue.inTransaction(async (within) => {
      if (!(await within.settings.claim(BOOTSTRAP_KEY_SETTING, keyHash))) return
      const admin = await within.users.byName(FIRST_ADMIN_NAME)
      if (admin === undefined) return
      const [teamspace] = await within.teamspaces.ofUser(admin.key)
      const teamspaceKey = teamspace?.key ?? MAIN_TEAMSPACE
      const hint = apiKeyHint(bootstrapKey)
      await within.apiKeys.add({ userKey: admin.key, teamspaceKey, label: "bootstrap", keyHash, hint })
    })
  } else if (stored !== keyHash) {
    log.warn({}, "LECTERN_BOOTSTRAP_KEY ignored: it differs from the value at the first start")
  }
}
