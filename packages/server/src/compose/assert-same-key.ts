import { canUnseal, type SecretBox } from "../access/secrets/encryption.ts"
import { InvalidInput } from "../base/errors.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { KEY_CHECK_SETTING } from "../catalogue/encrypted-values/records.ts"

const CHECKED_TEXT = "lectern"
/** Number of secrets of each kind that are tried if the catalogue has no check value yet. */
const TRIED_SECRETS = 20

/**
 * Checks that this machine has the encryption key of a catalogue that several machines share. The first start stores an
 * encrypted text, which every later start must be able to decrypt; concurrent first starts agree on one.
 *
 * @throws {InvalidInput} if no key of this machine decrypts it.
 */
export async function assertSameKey(
  catalogue: Pick<Catalogue, "settings" | "encryptedValues">,
  sealer: SecretBox,
): Promise<void> {
  const stored = (await catalogue.settings.get(KEY_CHECK_SETTING)) ?? (await storeCheck(catalogue, sealer))
  if (canUnseal(sealer, stored)) return
  throw new InvalidInput(
    "the encryption key of this machine differs from the one that was used for the catalogue in DATABASE_URL. " +
      "Set LECTERN_ENCRYPTION_KEY to the same keys on every machine, or copy encryption.key from the data directory of the first one",
  )
}

async function storeCheck(
  { settings, encryptedValues }: Pick<Catalogue, "settings" | "encryptedValues">,
  sealer: SecretBox,
): Promise<string> {
  // The catalogue may already contain secrets if it is older than the check value or was moved here.
  for (const kind of encryptedValues.kinds) {
    const found: string[] = []
    await encryptedValues.replaceSome(kind, { after: "", limit: TRIED_SECRETS }, (sealed) => {
      found.push(sealed)
      return undefined
    })
    const [first] = found
    if (first !== undefined && !found.some((sealed) => canUnseal(sealer, sealed))) return first
  }
  const made = sealer.seal(CHECKED_TEXT)
  if (await settings.claim(KEY_CHECK_SETTING, made)) return made
  return (await settings.get(KEY_CHECK_SETTING)) ?? made
}
