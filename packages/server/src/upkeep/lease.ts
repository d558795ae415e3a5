import type { Clock } from "../base/clock.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"

/** A worker that has not asked again for so long is taken for dead. */
const LEASE_MS = 600_000

/**
 * Takes or keeps a duty that one worker of an instance has at a time.
 *
 * @param lease.name of the instance fact that says who has it, and until when.
 * @returns false while another worker has it.
 */
export function takeLease(
  { catalogue, clock }: { readonly catalogue: Catalogue; readonly clock: Clock },
  lease: { readonly name: string; readonly worker: string },
): Promise<boolean> {
  return catalogue.inTransaction(async ({ settings }) => {
    const [, untilMs, holder] = /^(\d+) (.*)$/.exec((await settings.get(lease.name)) ?? "") ?? []
    const leftMs = Number(untilMs ?? 0) - clock.now()
    // A clock that was set back must not keep everybody waiting.
    if (holder !== lease.worker && leftMs > 0 && leftMs <= LEASE_MS) return false
    await settings.set(lease.name, `${clock.now() + LEASE_MS} ${lease.worker}`)
    return true
  })
}
