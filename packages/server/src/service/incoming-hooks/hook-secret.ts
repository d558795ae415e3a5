import { randomBytes } from "node:crypto"
import type { ServiceContext } from "../service-context.ts"

/** Name of the stored value with the encrypted secret of incoming hooks. */
const HOOK_SECRET = "hook_secret"
/** 256 bits, for an HMAC-SHA-256. */
const SECRET_BYTES = 32

/** Reads the secret that git hosts sign with; undefined until one has been requested. */
export async function readHookSecret(
  context: Pick<ServiceContext, "catalogue" | "sealer">,
): Promise<string | undefined> {
  const sealed = await context.catalogue.settings.get(HOOK_SECRET)
  return sealed === undefined ? undefined : context.sealer.unseal(sealed)
}

/**
 * Returns the secret of incoming hooks, and creates it if there is none.
 *
 * @param isNew true to replace the secret; hooks signed with the old one are then rejected.
 */
export async function obtainHookSecret(
  context: Pick<ServiceContext, "catalogue" | "sealer" | "log">,
  isNew: boolean,
): Promise<string> {
  const { settings } = context.catalogue
  const made = context.sealer.seal(randomBytes(SECRET_BYTES).toString("hex"))
  if (isNew) await settings.set(HOOK_SECRET, made)
  const isFirst = isNew || (await settings.claim(HOOK_SECRET, made))
  if (isFirst) context.log.info({ isNew }, "incoming hook secret created")
  return context.sealer.unseal((await settings.get(HOOK_SECRET)) ?? made)
}
