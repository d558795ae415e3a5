import { SecretUnreadable, type SecretBox } from "../../access/secrets/encryption.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"

/** Secrets that one transaction seals anew. */
const BATCH = 100

/** What became of the sealed secrets of a kind. */
export interface ReencryptedKind {
  readonly kind: string
  /** Secrets that are sealed with the newest key now. */
  readonly current: number
  /** Of them, those that were sealed anew. */
  readonly resealed: number
  /** Secrets that no key opens; they stay as they are. */
  readonly unreadable: number
}

/**
 * Seals every stored secret with the newest key that is sealed with another. It may end at any moment: what was done
 * stays done, and the rest is still opened by the old keys.
 */
export async function reencryptSecrets(
  catalogue: Pick<Catalogue, "encryptedValues">,
  sealer: SecretBox,
): Promise<readonly ReencryptedKind[]> {
  const report: ReencryptedKind[] = []
  for (const kind of catalogue.encryptedValues.kinds) report.push(await reencryptKind(catalogue, sealer, kind))
  return report
}

async function reencryptKind(
  { encryptedValues }: Pick<Catalogue, "encryptedValues">,
  sealer: SecretBox,
  kind: string,
): Promise<ReencryptedKind> {
  const counts = { current: 0, resealed: 0, unreadable: 0 }
  const change = (sealed: string): string | undefined => {
    if (sealer.isCurrent(sealed)) {
      counts.current++
      return undefined
    }
    try {
      const renewed = sealer.seal(sealer.unseal(sealed))
      counts.current++
      counts.resealed++
      return renewed
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error
      counts.unreadable++
      return undefined
    }
  }
  let after: string | undefined = ""
  while (after !== undefined) {
    after = (await encryptedValues.replaceSome(kind, { after, limit: BATCH }, change)).nextAfter
  }
  return { kind, ...counts }
}
