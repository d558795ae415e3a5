import type { Clock } from "../../base/clock.ts"
import { asError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { InvalidApiKey, ProviderSilent } from "../errors.ts"
import { guardedBy, PROVIDER_TIMEOUT_MS } from "../../net/library-fetch.ts"
import { identityOf, type SsoIdentity, type SsoSettings } from "./sso-identity.ts"

/** Ways of signing that need the provider's own key: with a shared secret everybody who can check could also make. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
/** Clocks of provider and service may differ by so much. */
const CLOCK_TOLERANCE_SECONDS = 30
/** Three parts of base64url, the first of which begins like JSON. */
const TOKEN_FORM = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/
/** Claims that only ID tokens have: those are for who signs in, and open nothing. */
const ID_TOKEN_CLAIMS = ["nonce", "at_hash", "c_hash"]

/** A person as an access token names them. */
export interface TokenIdentity {
  readonly identity: SsoIdentity
  /** False when the token says nothing about groups. */
  readonly hasGroups: boolean
  /** When the token ends. */
  readonly untilMs: number
}

/** What a reader of access tokens is made from. */
export interface AccessTokenParts {
  readonly settings: SsoSettings
  readonly publicUrl: string
  /** What the provider says about itself. */
  readonly metadata: () => Promise<{ readonly issuer: string; readonly jwks_uri?: string | undefined }>
  readonly guard: AddressGuard
  readonly clock: Clock
  readonly log: Log
}

/** Tells whether a credential has the form of an access token; API keys never have it. */
export function isAccessToken(credential: string): boolean {
  return TOKEN_FORM.test(credential)
}

/** The address of `/mcp`, as which access tokens are issued for it (RFC 8707). */
export function mcpResource(publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, "")}/mcp`
}

type Jose = typeof import("jose")

/** Makes what checks access tokens in the form of RFC 9068: signature, issuer, audience, time. */
export function createAccessTokenVerifier(parts: AccessTokenParts): (token: string) => Promise<TokenIdentity> {
  const { settings, publicUrl, clock, log } = parts
  const audience = settings.LECTERN_OIDC_AUDIENCE ?? mcpResource(publicUrl)
  const keysOf = rememberKeys(parts.guard)
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

/** Keeps the provider's keys, which are asked for again when a token names one that is not among them. */
function rememberKeys(guard: AddressGuard) {
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

/** What is wrong with a token is its sender's to know; that the provider does not answer is not their doing. */
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
