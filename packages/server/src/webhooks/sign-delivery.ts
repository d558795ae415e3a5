import { createHmac, randomBytes } from "node:crypto"

/** What a secret begins with; the rest is base64. */
const SECRET_PREFIX = "whsec_"
/** Between the 24 and 64 bytes that the scheme asks for, and as long as the hash. */
const SECRET_BYTES = 32
/** Name of the scheme in a signature: HMAC with SHA-256. */
const SIGNATURE_VERSION = "v1"

/** What is signed. */
export interface SignedDelivery {
  /** Name of the event, the same in every attempt. */
  readonly eventId: string
  /** When the attempt is made. */
  readonly atMs: number
  readonly body: string
}

/** Makes a secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`
}

/**
 * Signs a delivery by the Standard Webhooks scheme (https://www.standardwebhooks.com): the HMAC of
 * `<id>.<timestamp in seconds>.<body>` under the bytes of the secret.
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
