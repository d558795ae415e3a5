import { createHash } from "node:crypto"
import { LRUCache } from "lru-cache"
import { isAccessToken } from "../../access/identity/access-tokens.ts"
import { isSameSecret } from "../../access/secrets/same-secret.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { readCredential, type RequestHeaders } from "../../access/identity/credentials.ts"
import { InvalidApiKey } from "../../access/errors.ts"
import { MAX_CACHED_CALLERS } from "../../access/identity/max-cached-callers.ts"
import type { Sso } from "../../access/identity/sso.ts"
import { userCaller } from "../../access/identity/user-caller.ts"
import { firstTeamspaceOf } from "./make-account.ts"
import { accountOfToken } from "./single-sign-on.ts"
import type { PeopleServices } from "./people-services.ts"

/** Time after which the claims of a token are applied again, because its groups may map to a different role by then. */
const TOKEN_CACHE_MS = 300_000

interface KnownToken {
  readonly userKey: string
  readonly untilMs: number
}

/**
 * Creates the function that identifies MCP callers, by key or by an access token of single sign-on if it is configured.
 *
 * @returns a function that throws `InvalidApiKey` for an invalid credential, and `Forbidden` if no group of the caller
 *   is allowed.
 */
export function createMcpAuthenticator(context: PeopleServices): (headers: RequestHeaders) => Promise<Caller> {
  const { sso, authenticator, live, settings } = context
  const globalKey = settings.LECTERN_API_KEY
  const knownByHash = new LRUCache<string, KnownToken>({ max: MAX_CACHED_CALLERS })
  return async (headers) => {
    const credential = readCredential(headers)
    const isToken =
      credential !== undefined &&
      isAccessToken(credential) &&
      (globalKey === undefined || !isSameSecret(credential, globalKey))
    if (sso === undefined || !isToken) return authenticator.authenticate(headers)
    await live.refresh()
    const userKey = await personOf(context, { sso, token: credential, knownByHash })
    return callerOf(context, userKey)
  }
}

interface Question {
  readonly sso: Sso
  readonly token: string
  readonly knownByHash: LRUCache<string, KnownToken>
}

/** @returns the row key of the account. */
async function personOf(context: PeopleServices, { sso, token, knownByHash }: Question): Promise<string> {
  const hash = createHash("sha256").update(token).digest("base64url")
  const known = knownByHash.get(hash)
  const nowMs = context.clock.now()
  if (known !== undefined && known.untilMs > nowMs) return known.userKey
  knownByHash.delete(hash)
  const told = await sso.readAccessToken(token)
  const { key: userKey } = await accountOfToken(context, told)
  knownByHash.set(hash, { userKey, untilMs: Math.min(told.untilMs, nowMs + TOKEN_CACHE_MS) })
  return userKey
}

/** Reads the current state of the account, so that a disabled account or a lost role takes effect at once. */
async function callerOf(context: PeopleServices, userKey: string): Promise<Caller> {
  const { catalogue, settings } = context
  const user = await catalogue.users.byKey(userKey)
  if (user?.isActive !== true) throw new InvalidApiKey("invalid access token: its account is disabled or deleted")
  const recognition = { via: "token", keyKey: user.key, teamspaceKey: await firstTeamspaceOf(context, user) } as const
  const caller = await userCaller(catalogue, settings.LECTERN_EDITION, user, recognition)
  if (caller === undefined)
    throw new InvalidApiKey("invalid access token: its account is not a member of any teamspace")
  return caller
}
