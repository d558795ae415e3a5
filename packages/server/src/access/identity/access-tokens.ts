import type { Clock } from "../../base/clock.ts"
import { asError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { InvalidApiKey, ProviderSilent } from "../errors.ts"
import { guardedBy, PROVIDER_TIMEOUT_MS } from "../../net/library-fetch.ts"
import { identityOf, type SsoIdentity, type SsoSettings } from "./sso-identity.ts"

/**
 * Signature algorithms with the provider's private key. With a shared secret, everyone who can verify a token could
 * also create one.
 */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
/** Allowed difference between the clocks of the provider and the service. */
const CLOCK_TOLERANCE_SECONDS = 30
/** Three parts in base64url; the first one starts like a JSON object. */
const TOKEN_FORM = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/
/** Claims that only ID tokens have. ID tokens identify a user to a client and do not authorise requests. */
const ID_TOKEN_CLAIMS = ["nonce", "at_hash", "c_hash"]

/** The user that an access token identifies. */
export interface TokenIdentity {
  readonly identity: SsoIdentity
  /** False if the token has no groups claim. */
  readonly hasGroups: boolean
  /** Expiry of the token, epoch milliseconds. */
  readonly untilMs: number
}

/** Dependencies of the verifier. */
export interface AccessTokenParts {
  readonly settings: SsoSettings
  readonly publicUrl: string
  /** Returns the provider's metadata. */
  readonly metadata: () => Promise<{ readonly issuer: string; readonly jwks_uri?: string | undefined }>
  readonly guard: AddressGuard
  readonly clock: Clock
  readonly log: Log
}

/** Returns true if a credential has the form of an access token; API keys never do. */
export function isAccessToken(credential: string): boolean {
  return TOKEN_FORM.test(credential)
}

/** Returns the URL of `/mcp`, the resource that access tokens are issued for (RFC 8707). */
export function mcpResource(publicUrl: string): string {
  return `${publicUrl}/mcp`
}

type Jose = typeof import("jose")

/** Creates a function that verifies access tokens as in RFC 9068: signature, issuer, audience, expiry. */
export function createAccessTokenVerifier(parts: AccessTokenParts): (token: string) => Promise<TokenIdentity> {
  const { settings, publicUrl, clock, log } = parts
  const audience = settings.LECTERN_OIDC_AUDIENCE ?? mcpResource(publicUrl)
  const keysOf = cacheKeys(parts.guard)
  return async (token) => {
    // Loaded on demand, with the first token.
    const jose = await import("jose")
    try {
      const { issuer, jwks_uri: keysUrl } = await parts.metadata()
      if (keysUrl === undefined)
        throw new ProviderSilent("cannot verify access tokens: the identity provider publishes no keys")
      const { payload } = await jose.jwtVerify(token, keysOf(jose, keysUrl), {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ["exp", "sub"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(clock.now()),
      })
      if (ID_TOKEN_CLAIMS.some((claim) => claim in payload))
        throw new InvalidApiKey("invalid access token: this is an ID token. Send an access token")
      const claims = { ...payload, iss: issuer, sub: payload.sub ?? "" }
      const hasGroups = settings.LECTERN_OIDC_GROUPS_CLAIM in payload
      return { identity: identityOf(claims, settings), hasGroups, untilMs: (payload.exp ?? 0) * 1000 }
    } catch (error) {
      throw refusalOf(jose, error, log)
    }
  }
}

/** Caches the provider's keys. They are fetched again when a token names an unknown key. */
function cacheKeys(guard: AddressGuard) {
  let known: { readonly url: string; readonly keys: ReturnType<Jose["createRemoteJWKSet"]> } | undefined
  return (jose: Jose, url: string) => {
    if (known?.url === url) return known.keys
    const options = { timeoutDuration: PROVIDER_TIMEOUT_MS, [jose.customFetch]: guardedKeys(guard) }
    const keys = jose.createRemoteJWKSet(new URL(url), options)
    known = { url, keys }
    return keys
  }
}

function guardedKeys(guard: AddressGuard): import("jose").FetchImplementation {
  const fetch = guardedBy(guard)
  return (url, { headers, method, signal }) => fetch(url, { method, signal, headers: Object.fromEntries(headers) })
}

/** Separates the two causes: an invalid token is the sender's error; an unavailable provider is not. */
function refusalOf(jose: Jose, error: unknown, log: Log): Error {
  if (error instanceof InvalidApiKey || error instanceof ProviderSilent) return error
  const { errors } = jose
  const isAboutToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
  if (isAboutToken && !(error instanceof errors.JWKSInvalid) && error.code !== "ERR_JOSE_GENERIC") {
    return new InvalidApiKey(`invalid access token: ${error.message}`)
  }
  log.warn({ err: asError(error) }, "cannot fetch the keys of the identity provider")
  return new ProviderSilent(
    "cannot verify the access token: the identity provider does not respond. Try again in a minute",
  )
}
