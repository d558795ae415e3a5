import { LIMITS } from "@lectern/contract"
import { ServiceError } from "../base/errors.ts"
import type { Clock } from "../base/clock.ts"
import type { DeliveryAttempt, DeliveryRecord, WebhookRecord } from "../catalogue/webhooks/records.ts"
import type { AddressGuard } from "../net/address-guard.ts"
import { guardedFetch } from "../net/guarded-fetch.ts"
import { signDelivery } from "./sign-delivery.ts"

/**
 * Number of response bytes that are stored: enough for an error message, and too few for using webhooks to read other
 * servers.
 */
const RESPONSE_MAX_BYTES = 500
/** Maximum length of a stored error. */
const ERROR_MAX_CHARACTERS = 500

export interface DeliveryDependencies {
  readonly guard: AddressGuard
  readonly clock: Clock
  readonly unseal: (sealed: string) => string
  /** Lectern's version, for `User-Agent`. */
  readonly version: string
}

/**
 * Sends a delivery once, within 10 seconds and without following redirects.
 *
 * @returns the result, which may be a failure. Only a 2xx status is success.
 * @throws the signal's reason if it is aborted.
 */
export async function attemptDelivery(
  { guard, clock, unseal, version }: DeliveryDependencies,
  { url, sealedSecret }: Pick<WebhookRecord, "url" | "sealedSecret">,
  { eventId, body }: Pick<DeliveryRecord, "eventId" | "body">,
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  const atMs = clock.now()
  const startedMs = performance.now()
  const ended = (outcome: Pick<DeliveryAttempt, "isAccepted" | "status" | "response" | "error">): DeliveryAttempt => ({
    ...outcome,
    atMs,
    durationMs: Math.round(performance.now() - startedMs),
  })
  try {
    const headers = {
      "content-type": "application/json",
      "user-agent": `Lectern/${version} (webhooks)`,
      ...signDelivery(unseal(sealedSecret), { eventId, atMs, body }),
    }
    const { status, bytes } = await guardedFetch(url, {
      guard,
      signal,
      method: "POST",
      headers,
      body,
      redirects: "return",
      timeoutMs: LIMITS.webhookTimeoutMs,
      maxBytes: RESPONSE_MAX_BYTES,
      cutBody: true,
    })
    const isAccepted = status >= 200 && status < 300
    return ended({ isAccepted, status, response: readable(bytes), error: isAccepted ? null : refusalOf(status) })
  } catch (thrown) {
    signal.throwIfAborted()
    if (!(thrown instanceof ServiceError)) throw thrown
    return ended({ isAccepted: false, status: null, response: null, error: cut(thrown.message) })
  }
}

function refusalOf(status: number): string {
  if (status >= 300 && status < 400) return `the receiver returned ${status}; redirects are not followed`
  return `the receiver returned ${status}`
}

/** Removes control characters, because the text may be printed to a terminal. */
function readable(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes)
    .replaceAll(/[^\P{Cc}\n\t]/gu, " ")
    .trim()
}

function cut(text: string): string {
  return text.slice(0, ERROR_MAX_CHARACTERS)
}
