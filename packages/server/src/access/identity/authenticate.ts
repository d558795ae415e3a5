import { LRUCache } from "lru-cache"
import type { Clock } from "../../base/clock.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { isSameSecret } from "../secrets/same-secret.ts"
import { anonymousCaller, type Caller } from "./caller.ts"
import { readCredential, type RequestHeaders } from "./credentials.ts"
import { InvalidApiKey } from "../errors.ts"
import type { LiveSettings } from "../live-settings.ts"
import { createCallerCache } from "./caller-cache.ts"
import { MAX_CACHED_CALLERS } from "./max-cached-callers.ts"
import { userCaller, type Edition } from "./user-caller.ts"
import { MINUTE_MS } from "../../base/durations.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** Maximum time until other processes notice a revoked key or a changed role; this process notices immediately. */
const KEY_CACHE_MS = 2_000

/** Minimum time between two updates of a key's last use. */
const MARK_USED_INTERVAL_MS = MINUTE_MS

/** Converts credentials to callers. */
export interface Authenticator {
  /**
   * Returns the caller of a request.
   *
   * @param headers names in lower case.
   * @throws {InvalidApiKey} if there is a credential but it is not a valid key, regardless of what anonymous callers
   *   may do.
   */
  authenticate(headers: RequestHeaders): Promise<Caller>
  /** Clears the cache, so that changes of keys, roles and passwords take effect immediately. */
  forget(): void
}

/** Dependencies of the authenticator. */
export interface AuthenticatorParts {
  readonly catalogue: Pick<Catalogue, "apiKeys" | "users" | "teamspaces">
  readonly clock: Clock
  readonly edition: Edition
  /** Refreshed with every request, so that use cases can read it synchronously. */
  readonly live: Pick<LiveSettings, "refresh">
  /** The key from `LECTERN_API_KEY`. */
  readonly globalKey?: string | undefined
  /** Key of the program itself while it runs, for commands that work in process. */
  readonly systemKey?: string | undefined
}

/** Creates an authenticator with a cache of at most two seconds. */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { catalogue, clock, edition, live, globalKey, systemKey } = parts
  const rememberedByHash = createCallerCache<Caller>(clock, KEY_CACHE_MS)
  const markedAtMs = new LRUCache<string, number>({ max: MAX_CACHED_CALLERS })

  async function lookUp(keyHash: string): Promise<Caller> {
    const apiKey = await catalogue.apiKeys.byHash(keyHash)
    const user = apiKey && (await catalogue.users.byKey(apiKey.userKey))
    if (!apiKey || !user?.isActive) throw new InvalidApiKey("invalid API key: it does not exist or was revoked")
    const nowMs = clock.now()
    if (nowMs - (markedAtMs.get(keyHash) ?? apiKey.lastUsedAtMs ?? 0) >= MARK_USED_INTERVAL_MS) {
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
      const keyHash = sha256Hex(credential)
      return rememberedByHash.of(keyHash, () => lookUp(keyHash))
    },
    forget: () => rememberedByHash.forget(),
  }
}
