import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { Settings } from "../../config/settings.ts"
import { apiKeyHint, hashApiKey } from "./api-keys.ts"
import { hashPassword } from "./passwords.ts"

/** Name and password of the account that a fresh instance has. */
export const FIRST_ADMIN_NAME = "admin"
const DEFAULT_PASSWORD = "admin"

/** Setting that says which bootstrap key was made a key: one that was revoked does not come back at the next start. */
const BOOTSTRAP_KEY_SETTING = "bootstrap_key_hash"

/**
 * Gives a fresh instance its admin and its bootstrap key. Safe to call at every start and from several processes at once.
 * The password of `LECTERN_ADMIN_PASSWORD` counts as long as the account still has the default one.
 */
export async function ensureFirstAdmin(catalogue: Catalogue, settings: Settings, log: Log): Promise<void> {
  // Nobody may walk into a hosted instance with a password that everybody knows.
  const isHosted = settings.LECTERN_EDITION === "hosted"
  if (isHosted && settings.LECTERN_ADMIN_PASSWORD === undefined) return
  await ensureAdmin(catalogue, settings.LECTERN_ADMIN_PASSWORD)
  if (isHosted) await ensureTeamspaceOfAdmin(catalogue)
  const bootstrapKey = settings.LECTERN_BOOTSTRAP_KEY
  if (bootstrapKey !== undefined) await ensureBootstrapKey(catalogue, bootstrapKey, log)
}

async function ensureAdmin(catalogue: Catalogue, givenPassword: string | undefined): Promise<void> {
  const admin = await catalogue.users.byName(FIRST_ADMIN_NAME)
  if (admin === undefined && (await catalogue.users.count()) === 0) {
    const passwordHash = await hashPassword(givenPassword ?? DEFAULT_PASSWORD)
    const mustChangePassword = givenPassword === undefined
    // Undefined when another process was first, which is as good.
    await catalogue.users.add({ name: FIRST_ADMIN_NAME, role: "admin", passwordHash, mustChangePassword })
    return
  }
  if (admin?.mustChangePassword && givenPassword !== undefined) {
    await catalogue.users.setPassword(admin.key, await hashPassword(givenPassword), false)
  }
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
  const keyHash = hashApiKey(bootstrapKey)
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
    log.warn({}, "LECTERN_BOOTSTRAP_KEY is not the one of the first start and is ignored")
  }
}
