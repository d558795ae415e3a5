import { SecretUnreadable, type SecretBox } from "../../access/secrets/encryption.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"

/** Secrets to re-encrypt per transaction. */
const BATCH = 100

/** The result for one kind of secrets. */
export interface ReencryptedKind {
  readonly kind: string
  /** Secrets that are now encrypted with the newest key. */
  readonly current: number
  /** Number of secrets that were re-encrypted now. */
  readonly resealed: number
  /** Secrets that no key can decrypt; they are not changed. */
  readonly unreadable: number
}

/**
 * Re-encrypts every secret that is not encrypted with the newest key. It can be interrupted at any time: the rest can still be
 * decrypted with the old keys.
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
