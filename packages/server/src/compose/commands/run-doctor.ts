import { resolve } from "node:path"
import type { Diagnosis, ServerEntryPoints } from "@lectern/cli"
import { canUnseal } from "../../access/secrets/encryption.ts"
import { systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import { backupIntervalOf } from "../../config/backup-settings.ts"
import type { Settings } from "../../config/settings.ts"
import { examineInstance } from "../../upkeep/doctor/examine-instance.ts"
import { openStore, type Store } from "../open-store.ts"
import { settingsOf } from "../settings-of-flags.ts"

/** Examines the instance in a data directory, whether its server is running or not. */
export async function runDoctor(given: Parameters<ServerEntryPoints["doctor"]>[0]): Promise<Diagnosis> {
  const { isRepairing, ...flags } = given
  const settings = settingsOf(flags)
  const store = await openStore(settings, { clock: systemClock, log: silentLog })
  try {
    return await examineStore(settings, store, isRepairing)
  } finally {
    await store.close()
  }
}

/** Examines an instance whose store is open. */
export function examineStore(
  settings: Settings,
  { catalogue, blobs, sealer }: Pick<Store, "catalogue" | "blobs" | "sealer">,
  isRepairing: boolean,
): Promise<Diagnosis> {
  return examineInstance({
    catalogue,
    blobs,
    clock: systemClock,
    dataDir: resolve(settings.LECTERN_DATA_DIR),
    canDecrypt: (sealed) => canUnseal(sealer, sealed),
    backupIntervalMs: backupIntervalOf(settings),
    isRepairing,
  })
}
