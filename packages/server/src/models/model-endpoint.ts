import type { Clock } from "../base/clock.ts"
import { AddressRefused, FetchTimeout, ResponseTooLarge, TooManyRedirects } from "../net/errors.ts"
import { type FetchedResponse, guardedFetch } from "../net/guarded-fetch.ts"
import type { Outgoing } from "../net/outgoing.ts"
import { makeTrustedOriginGuard } from "../net/trusted-origin-guard.ts"
import { createCircuitBreaker } from "./circuit-breaker.ts"
import { ModelFailure } from "./errors.ts"

/** Where a model is served. */
export interface ModelAddress {
  /** Base URL, such as `https://models.example/v1`. */
  readonly url: string
  /** Sent as a bearer token. */
  readonly key?: string | undefined
  readonly model?: string | undefined
  /** Proxies and trusted certificates; defaults to direct connections. */
  readonly outgoing?: Outgoing | undefined
}

/** Usage of a model since the process started. */
export interface ModelUsage {
  readonly requests: number
  readonly failures: number
  /** Tokens as counted by the server; 0 if it does not report them. */
  readonly tokens: number
}

/** Limits of one request. */
export interface AskBounds {
  readonly signal: AbortSignal
  /** Time limit for the response including retries, in milliseconds. */
  readonly timeoutMs: number
  /**
   * Retries after 429 and 5xx. The delay is the one that the server sends; otherwise, it starts at half a second and
   * grows.
   */
  readonly retries: number
}

/** A configured model server. */
export interface ModelEndpoint {
  readonly model: string | undefined
  readonly usage: ModelUsage
  /**
   * Sends a JSON request.
   *
   * @param path below the base URL, such as `embeddings`.
   * @param read parses the response; an error that it throws counts as a failure of the model.
   * @throws {ModelFailure} for every kind of failure; the signal's reason if it is aborted.
   */
  ask<Answer>(path: string, body: unknown, bounds: AskBounds, read: (answer: unknown) => Answer): Promise<Answer>
  /** Adds the number of tokens that a response reports. */
  countTokens(answer: unknown): void
}

/** Larger than any valid response, such as 256 vectors of 4,096 numbers as text. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** Creates the client of a model server. */
export function openModelEndpoint(address: ModelAddress, clock: Clock): ModelEndpoint {
  const guard = makeTrustedOriginGuard(address.url, address.outgoing)
  const breaker = createCircuitBreaker(clock)
  const base = address.url.replace(/\/+$/, "")
  const usage = { requests: 0, failures: 0, tokens: 0 }
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...(address.key === undefined ? {} : { authorization: `Bearer ${address.key}` }),
  }

  async function send<Answer>(path: string, body: unknown, bounds: AskBounds, read: (answer: unknown) => Answer) {
    const response = await guardedFetch(`${base}/${path}`, {
      ...bounds,
      guard,
      method: "POST",
      headers,
      body: JSON.stringify(body),
      maxBytes: MAX_ANSWER_BYTES,
    })
    return read(parseAnswer(response))
  }

  return {
    model: address.model,
    usage,
    async ask(path, body, bounds, read) {
      bounds.signal.throwIfAborted()
      if (!breaker.mayCall())
        throw new ModelFailure("resting", "the model failed several times in a row and is temporarily disabled")
      usage.requests++
      try {
        const answer = await send(path, body, bounds, read)
        breaker.succeeded()
        return answer
      } catch (thrown) {
        if (bounds.signal.aborted) {
          breaker.calledOff()
          throw thrown
        }
        usage.failures++
        breaker.failed()
        throw asModelFailure(thrown)
      }
    },
    countTokens(answer) {
      usage.tokens += tokensOf(answer)
    },
  }
}

function parseAnswer(response: FetchedResponse): unknown {
  const { status } = response
  if (status === 429 || status >= 500)
    throw new ModelFailure("busy", `the model server responded with status ${status}`)
  if (status !== 200)
    throw new ModelFailure("refused", `the model server responded with status ${status}: check address, model and key`)
  try {
    return JSON.parse(Buffer.from(response.bytes).toString("utf8"))
  } catch (cause) {
    throw new ModelFailure("garbage", "invalid response from the model server: not JSON", { cause })
  }
}

function asModelFailure(thrown: unknown): ModelFailure {
  if (thrown instanceof ModelFailure) return thrown
  if (thrown instanceof FetchTimeout) {
    return new ModelFailure("timeout", "the model did not respond in time", { cause: thrown })
  }
  if (thrown instanceof ResponseTooLarge) {
    return new ModelFailure("garbage", "the response of the model is too large", { cause: thrown })
  }
  if (thrown instanceof AddressRefused || thrown instanceof TooManyRedirects) {
    return new ModelFailure("refused", "the model server redirects to another address: set its final address", {
      cause: thrown,
    })
  }
  return new ModelFailure("unreachable", "the model server cannot be reached", { cause: thrown })
}

function tokensOf(answer: unknown): number {
  const usage = isRecord(answer) ? answer["usage"] : undefined
  const tokens = isRecord(usage) ? (usage["total_tokens"] ?? usage["prompt_tokens"]) : undefined
  return typeof tokens === "number" && Number.isFinite(tokens) && tokens > 0 ? tokens : 0
}

/** Returns true if a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
