import { resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { addNewestKey, forgetOldKeys, openKeyRing, REREAD_AFTER_MS } from "../access/secrets/key-ring.ts"
import { createSecretBox } from "../access/secrets/encryption.ts"
import { systemClock } from "../base/clock.ts"
import { silentLog } from "../base/log.ts"
import type { ServerEntryPoints, KeyRotation } from "@lectern/cli"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { recordAuditEntry } from "../service/audit/record-audit-entry.ts"
import { reencryptSecrets, type ReencryptedKind } from "../service/instance/reencrypt-secrets.ts"
import { openStore } from "./open-store.ts"
import { settingsOf } from "./settings-of-flags.ts"

/** Name of the value whose row lock protects the key file. */
const KEY_CHANGED = "encryption_key_changed"

/** After this time, every running process has reread the key file and encrypts with the newest key. */
const ALL_PROCESSES_UPDATED_MS = 2 * REREAD_AFTER_MS

/**
 * Creates a key and re-encrypts every stored secret with it, directly in the data directory. It can be interrupted at
 * any time: the old keys are kept, and decrypt the secrets that remain.
 */
export async function rotateKey(given: Parameters<ServerEntryPoints["rotateKey"]>[0]): Promise<KeyRotation> {
  const { isNew, isForgetting, ...flags } = given
  const settings = settingsOf(flags)
  const { LECTERN_ENCRYPTION_KEY: configured } = settings
  const dataDir = resolve(settings.LECTERN_DATA_DIR)
  const store = await openStore(settings, { clock: systemClock, log: silentLog })
  const { catalogue } = store
  try {
    const isMade = isNew && configured === undefined
    if (isMade) await changeKeys(catalogue, () => addNewestKey(dataDir))
    const seal = async () =>
      reencryptSecrets(catalogue, createSecretBox(await openKeyRing(dataDir, { configured, log: silentLog })))
    let kinds = await seal()
    const isForgotten = isForgetting && configured === undefined && kinds.every(({ unreadable }) => unreadable === 0)
    if (isForgotten) {
      await delay(ALL_PROCESSES_UPDATED_MS)
      kinds = added(kinds, await seal())
      await changeKeys(catalogue, () => forgetOldKeys(dataDir))
    }
    const [newest, ...old] = (await openKeyRing(dataDir, { configured, log: silentLog })).keys()
    const resealed = kinds.reduce((sum, kind) => sum + kind.resealed, 0)
    const act = { action: "encryption_key.rotate", subject: `${resealed} secrets sealed with ${newest.id}` } as const
    await recordAuditEntry({ catalogue, settings }, { kind: "system" }, act)
    return { keyId: newest.id, isMade, isForgotten, oldKeyIds: old.map(({ id }) => id), kinds }
  } finally {
    await store.close()
  }
}

/** Changes the key file inside a write transaction, so that two concurrent changes cannot overwrite each other. */
function changeKeys<Result>(catalogue: Catalogue, change: () => Promise<Result>): Promise<Result> {
  return catalogue.inTransaction(async ({ settings }) => {
    await settings.set(KEY_CHANGED, String(systemClock.now()))
    return change()
  })
}

/** Combines two passes: the state after the second one, and the number of secrets that both re-encrypted. */
function added(first: readonly ReencryptedKind[], second: readonly ReencryptedKind[]): readonly ReencryptedKind[] {
  return second.map((kind, at) => ({ ...kind, resealed: kind.resealed + (first[at]?.resealed ?? 0) }))
}
