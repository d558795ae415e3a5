import type { Clock } from "../base/clock.ts"
import { AddressRefused, FetchTimeout, ResponseTooLarge, TooManyRedirects } from "../net/errors.ts"
import { type FetchedResponse, guardedFetch } from "../net/guarded-fetch.ts"
import { makeTrustedOriginGuard } from "../net/trusted-origin-guard.ts"
import { createCircuitBreaker } from "./circuit-breaker.ts"
import { ModelFailure } from "./errors.ts"

/** Where a model is served. */
export interface ModelAddress {
  /** Base address, for instance `https://models.example/v1`. */
  readonly url: string
  /** Sent as a bearer token. */
  readonly key?: string | undefined
  readonly model?: string | undefined
}

/** What a model has cost since the process began. */
export interface ModelUsage {
  readonly requests: number
  readonly failures: number
  /** Tokens as the server counts them; 0 where it does not say. */
  readonly tokens: number
}

/** Bounds of one request. */
export interface AskBounds {
  readonly signal: AbortSignal
  /** For the answer, repetitions included, in milliseconds. */
  readonly timeoutMs: number
  /** Repetitions after 429 and 5xx; the wait is what the server asks for, else grows from half a second. */
  readonly retries: number
}

/** A configured model server. */
export interface ModelEndpoint {
  readonly model: string | undefined
  readonly usage: ModelUsage
  /**
   * Sends a JSON request.
   *
   * @param path below the base address, for instance `embeddings`.
   * @param read takes the answer apart; what it throws counts as a failure of the model.
   * @throws {ModelFailure} for whatever went wrong; the signal's reason when that is aborted.
   */
  ask<Answer>(path: string, body: unknown, bounds: AskBounds, read: (answer: unknown) => Answer): Promise<Answer>
  /** Counts tokens that an answer reports. */
  countTokens(answer: unknown): void
}

/** Larger than any honest answer: 256 vectors of 4,096 numbers in text. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** Opens a model server. */
export function openModelEndpoint(address: ModelAddress, clock: Clock): ModelEndpoint {
  const guard = makeTrustedOriginGuard(address.url)
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
      if (!breaker.mayAsk()) throw new ModelFailure("resting", "the model failed several times and is left alone")
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
  if (status === 429 || status >= 500) throw new ModelFailure("busy", `the model server answers ${status}`)
  if (status !== 200)
    throw new ModelFailure("refused", `the model server answers ${status}: check address, model and key`)
  try {
    return JSON.parse(Buffer.from(response.bytes).toString("utf8"))
  } catch (cause) {
    throw new ModelFailure("garbage", "the model server answers something that is not JSON", { cause })
  }
}

function asModelFailure(thrown: unknown): ModelFailure {
  if (thrown instanceof ModelFailure) return thrown
  if (thrown instanceof FetchTimeout) {
    return new ModelFailure("timeout", "the model did not answer in time", { cause: thrown })
  }
  if (thrown instanceof ResponseTooLarge) {
    return new ModelFailure("garbage", "the answer of the model is too large", { cause: thrown })
  }
  if (thrown instanceof AddressRefused || thrown instanceof TooManyRedirects) {
    return new ModelFailure("refused", "the model server redirects elsewhere", { cause: thrown })
  }
  return new ModelFailure("unreachable", "the model server cannot be reached", { cause: thrown })
}

function tokensOf(answer: unknown): number {
  const usage = isRecord(answer) ? answer["usage"] : undefined
  const tokens = isRecord(usage) ? (usage["total_tokens"] ?? usage["prompt_tokens"]) : undefined
  return typeof tokens === "number" && Number.isFinite(tokens) && tokens > 0 ? tokens : 0
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
