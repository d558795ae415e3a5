import { createHmac, randomBytes } from "node:crypto"

/** Prefix of a secret; the rest is base64. */
const SECRET_PREFIX = "whsec_"
/** The scheme requires 24 to 64 bytes; 32 is the length of the hash. */
const SECRET_BYTES = 32
/** The version of the signature: HMAC with SHA-256. */
const SIGNATURE_VERSION = "v1"

export interface SignedDelivery {
  /** Id of the event, the same in every attempt. */
  readonly eventId: string
  /** Time of the attempt. */
  readonly atMs: number
  readonly body: string
}

/** Creates a secret: `whsec_` followed by 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`
}

/**
 * Signs a delivery according to Standard Webhooks (https://www.standardwebhooks.com): an HMAC of
 * `<id>.<timestamp in seconds>.<body>` with the bytes of the secret as the key.
 *
 * @returns the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`.
 */
export function signDelivery(secret: string, { eventId, atMs, body }: SignedDelivery): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000))
  const key = Buffer.from(secret.replace(SECRET_PREFIX, ""), "base64")
  const signature = createHmac("sha256", key).update(`${eventId}.${timestamp}.${body}`).digest("base64")
  return {
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `${SIGNATURE_VERSION},${signature}`,
  }
}
