import type { Clock } from "../base/clock.ts"
import { ServiceError } from "../base/errors.ts"
import type { Log } from "../base/log.ts"
import type { Settings } from "../config/settings.ts"
import type { AddressGuard } from "../net/address-guard.ts"
import { guardedFetch } from "../net/guarded-fetch.ts"
import { SignInRefused } from "./errors.ts"

/** What the provider says about itself is read again after this time. */
const DISCOVERY_MS = 3_600_000
/** One answer of the provider: time and size. */
const ANSWER_TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 2 ** 20
/** Groups of a person that are kept, and their longest name. */
const MAX_GROUPS = 500
const GROUP_MAX_CHARACTERS = 200

/** Where the provider sends people back to, below the public address. */
const CALLBACK_PATH = "/api/auth/sso/callback"

/** Secrets of one attempt to sign in; they stay with the browser, sealed, until it comes back. */
export interface PendingSso {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A person as the provider vouches for them. */
export interface SsoIdentity {
  readonly issuer: string
  readonly subject: string
  /** Name, e-mail address or subject, whichever there is first. */
  readonly name: string
  readonly email: string | null
  readonly groups: readonly string[]
}

/** Single sign-on with OpenID Connect: code flow with PKCE, state and nonce. */
export interface Sso {
  /** Begins an attempt. @returns the address of the provider to go to. @throws {SignInRefused} when it does not answer. */
  begin(): Promise<{ readonly url: string; readonly pending: PendingSso }>
  /**
   * Ends an attempt.
   *
   * @param query what the provider sent the browser back with.
   * @throws {SignInRefused} when anything about it does not fit.
   */
  finish(query: URLSearchParams, pending: PendingSso): Promise<SsoIdentity>
}

/** Settings of single sign-on. */
export type SsoSettings = Pick<
  Settings,
  | "LECTERN_PUBLIC_URL"
  | "LECTERN_OIDC_ISSUER"
  | "LECTERN_OIDC_CLIENT_ID"
  | "LECTERN_OIDC_CLIENT_SECRET"
  | "LECTERN_OIDC_SCOPES"
  | "LECTERN_OIDC_NAME_CLAIM"
  | "LECTERN_OIDC_GROUPS_CLAIM"
>

/** What single sign-on is made from. */
export interface SsoParts {
  readonly settings: SsoSettings
  readonly guard: AddressGuard
  readonly clock: Clock
  readonly log: Log
}

type Client = typeof import("openid-client")
type Configuration = import("openid-client").Configuration

/** Makes the single sign-on of the settings; undefined where they name no provider. */
export function createSso({ settings, guard, clock, log }: SsoParts): Sso | undefined {
  const { LECTERN_OIDC_ISSUER: issuer, LECTERN_OIDC_CLIENT_ID: clientId, LECTERN_PUBLIC_URL: publicUrl } = settings
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return undefined
  const redirectUrl = `${publicUrl.replace(/\/+$/, "")}${CALLBACK_PATH}`
  let discovered: { readonly configuration: Promise<Configuration>; readonly untilMs: number } | undefined

  async function discover(client: Client): Promise<Configuration> {
    const server = new URL(issuer ?? "")
    const execute = server.protocol === "http:" ? [client.allowInsecureRequests] : []
    return client.discovery(server, clientId ?? "", settings.LECTERN_OIDC_CLIENT_SECRET, undefined, {
      execute,
      timeout: ANSWER_TIMEOUT_MS / 1000,
      [client.customFetch]: guardedBy(guard),
    })
  }

  async function configured(): Promise<{ client: Client; configuration: Configuration }> {
    // Loaded on demand: who signs in with a password does not pay for it.
    const client = await import("openid-client")
    if (discovered === undefined || discovered.untilMs <= clock.now()) {
      const configuration = discover(client)
      discovered = { configuration, untilMs: clock.now() + DISCOVERY_MS }
      // A provider that did not answer is asked again next time.
      configuration.catch(() => (discovered = undefined))
    }
    return { client, configuration: await discovered.configuration }
  }

  const connection = { settings, redirectUrl, configured }
  return {
    begin: () => refusing(log, () => beginAttempt(connection)),
    finish: (query, pending) => refusing(log, () => finishAttempt(connection, query, pending)),
  }
}

interface Connection {
  readonly settings: SsoSettings
  readonly redirectUrl: string
  configured(): Promise<{ readonly client: Client; readonly configuration: Configuration }>
}

async function beginAttempt({ settings, redirectUrl, configured }: Connection) {
  const { client, configuration } = await configured()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUrl,
    scope: settings.LECTERN_OIDC_SCOPES,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  })
  return { url: url.href, pending: { state, nonce, verifier } }
}

async function finishAttempt(
  { settings, redirectUrl, configured }: Connection,
  query: URLSearchParams,
  { state, nonce, verifier }: PendingSso,
): Promise<SsoIdentity> {
  const { client, configuration } = await configured()
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  const address = new URL(`${redirectUrl}?${query.toString()}`)
  const tokens = await client.authorizationCodeGrant(configuration, address, checks)
  const claims = tokens.claims()
  if (claims === undefined) throw new SignInRefused("the single sign-on sent no ID token")
  const wanted = [settings.LECTERN_OIDC_GROUPS_CLAIM, settings.LECTERN_OIDC_NAME_CLAIM]
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const isIncomplete = wanted.some((claim) => !(claim in claims))
  const more =
    hasUserInfo && isIncomplete ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : undefined
  return identityOf({ ...more, ...claims }, settings)
}

/** Reads who somebody is from what the provider says. */
function identityOf(
  claims: Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string },
  settings: Pick<SsoSettings, "LECTERN_OIDC_NAME_CLAIM" | "LECTERN_OIDC_GROUPS_CLAIM">,
): SsoIdentity {
  const text = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined)
  const email = text(claims["email"])
  const groups = claims[settings.LECTERN_OIDC_GROUPS_CLAIM]
  const listed = Array.isArray(groups) ? (groups as unknown[]) : [groups]
  const kept = listed.filter((group): group is string => typeof group === "string" && group !== "")
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: text(claims[settings.LECTERN_OIDC_NAME_CLAIM]) ?? email ?? claims.sub,
    email: email === undefined || email.length > 254 ? null : email,
    groups: kept.filter((group) => group.length <= GROUP_MAX_CHARACTERS).slice(0, MAX_GROUPS),
  }
}

/** Tells people nothing of why the provider and we did not agree; the log tells the operator. */
async function refusing<Result>(log: Log, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInRefused) throw error
    log.warn({ err: error, cause: causeOf(error) }, "single sign-on failed")
    throw new SignInRefused("the single sign-on did not let you in: try again, or ask an admin of this instance")
  }
}

/** The library wraps what a request failed with; our own reason says more. */
function causeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof ServiceError ? cause.message : undefined
}

/** Lets the library reach the provider by the rules of every other outbound request; it follows no redirects. */
function guardedBy(guard: AddressGuard) {
  return async (url: string, options: import("openid-client").CustomFetchOptions): Promise<Response> => {
    const { body, method, headers } = options
    const answer = await guardedFetch(url, {
      guard,
      signal: options.signal ?? AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      method: method === "POST" ? "POST" : "GET",
      headers,
      timeoutMs: ANSWER_TIMEOUT_MS,
      maxBytes: ANSWER_MAX_BYTES,
      redirects: "return",
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      ...(typeof body === "string" || body instanceof Uint8Array ? { body } : {}),
    })
    const hasBody = answer.bytes.byteLength > 0
    return new Response(hasBody ? Buffer.from(answer.bytes) : null, {
      status: answer.status,
      headers: [...answer.headers].filter(([name]) => name !== "content-encoding" && name !== "content-length"),
    })
  }
}
