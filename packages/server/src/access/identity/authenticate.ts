import { LRUCache } from "lru-cache"
import type { Clock } from "../../base/clock.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { hashApiKey } from "./api-keys.ts"
import { isSameSecret } from "../secrets/same-secret.ts"
import { anonymousCaller, type Caller } from "./caller.ts"
import { readCredential, type RequestHeaders } from "./credentials.ts"
import { InvalidApiKey } from "../errors.ts"
import type { LiveSettings } from "../live-settings.ts"
import { createCallerCache } from "./caller-cache.ts"
import { MAX_CACHED_CALLERS } from "./max-cached-callers.ts"
import { userCaller, type Edition } from "./user-caller.ts"

/** A revoked key or a changed role counts everywhere after at most this time, and at once in this process. */
const KEY_CACHE_MS = 2_000

/** The last use of a key is written down at most this often. */
const MARK_USED_EVERY_MS = 60_000

/** Turns credentials into callers. */
export interface Authenticator {
  /**
   * Tells who sent a request.
   *
   * @param headers names in lower case.
   * @throws {InvalidApiKey} when a credential is there and is not a living key, whatever anonymous callers may do.
   */
  authenticate(headers: RequestHeaders): Promise<Caller>
  /** Forgets remembered keys, so that a change of keys, roles or passwords counts at once. */
  forget(): void
}

/** What an authenticator is made from. */
export interface AuthenticatorParts {
  readonly catalogue: Pick<Catalogue, "apiKeys" | "users" | "teamspaces">
  readonly clock: Clock
  readonly edition: Edition
  /** Kept fresh at every request, so that use cases read it without waiting. */
  readonly live: Pick<LiveSettings, "refresh">
  /** The key of the environment variable `LECTERN_API_KEY`. */
  readonly globalKey?: string | undefined
  /** Keys that stand for the program itself for as long as it runs; used by commands that work in process. */
  readonly systemKey?: string | undefined
}

/** Makes an authenticator with a cache of at most two seconds. */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { catalogue, clock, edition, live, globalKey, systemKey } = parts
  const rememberedByHash = createCallerCache<Caller>(clock, KEY_CACHE_MS)
  const markedAtMs = new LRUCache<string, number>({ max: MAX_CACHED_CALLERS })

  async function lookUp(keyHash: string): Promise<Caller> {
    const apiKey = await catalogue.apiKeys.byHash(keyHash)
    const user = apiKey && (await catalogue.users.byKey(apiKey.userKey))
    if (!apiKey || !user?.isActive) throw new InvalidApiKey("invalid API key: it does not exist or was revoked")
    const nowMs = clock.now()
    if (nowMs - (markedAtMs.get(keyHash) ?? apiKey.lastUsedAtMs ?? 0) >= MARK_USED_EVERY_MS) {
      markedAtMs.set(keyHash, nowMs)
      await catalogue.apiKeys.markUsed(apiKey.key, nowMs)
    }
    const { key: keyKey, teamspaceKey } = apiKey
    const caller = await userCaller(catalogue, edition, user, { via: "key", keyKey, teamspaceKey })
    if (caller === undefined) throw new InvalidApiKey("invalid API key: its owner has left the teamspace")
    return caller
  }

  return {
    async authenticate(headers) {
      await live.refresh()
      const credential = readCredential(headers)
      if (credential === undefined) return anonymousCaller
      if (globalKey !== undefined && isSameSecret(credential, globalKey)) return { kind: "global-key" }
      if (systemKey !== undefined && isSameSecret(credential, systemKey)) return { kind: "system" }
      const keyHash = hashApiKey(credential)
      return rememberedByHash.of(keyHash, () => lookUp(keyHash))
    },
    forget: () => rememberedByHash.forget(),
  }
}
