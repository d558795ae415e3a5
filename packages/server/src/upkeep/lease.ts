import type { Clock } from "../base/clock.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"

/** A worker that has not renewed its lease for this long is considered dead. */
const LEASE_MS = 600_000

/**
 * Takes or renews a lease, which only one worker of an instance has at a time.
 *
 * @param lease.name name of the setting that stores the owner and the expiry.
 * @returns false while another worker has the lease.
 */
export function takeLease(
  { catalogue, clock }: { readonly catalogue: Catalogue; readonly clock: Clock },
  lease: { readonly name: string; readonly worker: string },
): Promise<boolean> {
  return catalogue.inTransaction(async ({ settings }) => {
    const [, untilMs, holder] = /^(\d+) (.*)$/.exec((await settings.get(lease.name)) ?? "") ?? []
    const leftMs = Number(untilMs ?? 0) - clock.now()
    // Without this check, a clock that was set back would block the lease for a long time.
    if (holder !== lease.worker && leftMs > 0 && leftMs <= LEASE_MS) return false
    await settings.set(lease.name, `${clock.now() + LEASE_MS} ${lease.worker}`)
    return true
  })
}
