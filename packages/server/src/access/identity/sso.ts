import { isUrl } from "@lectern/contract"
import type { Clock } from "../../base/clock.ts"
import { asError, InternalFailure, ServiceError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { createAccessTokenVerifier, type TokenIdentity } from "./access-tokens.ts"
import { SignInRefused } from "../errors.ts"
import { guardedBy, PROVIDER_TIMEOUT_MS } from "../../net/library-fetch.ts"
import { identityOf, type SsoIdentity, type SsoSettings } from "./sso-identity.ts"
import { HOUR_MS, MINUTE_MS } from "../../base/durations.ts"

/** The provider's metadata is fetched again after this time. */
const DISCOVERY_MS = HOUR_MS
/** Time for which earlier metadata is used if the provider does not respond. */
const SILENT_PROVIDER_MS = MINUTE_MS
/** Path of the redirect URL, below the public URL. */
const CALLBACK_PATH = "/api/auth/sso/callback"

/** Secrets of one sign-in attempt. The browser keeps them, encrypted, until it returns. */
export interface PendingSso {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Single sign-on with OpenID Connect: code flow with PKCE, state and nonce. */
export interface Sso {
  /**
   * Starts an attempt. @returns the provider's URL to visit. @throws {SignInRefused} if the provider does not respond.
   */
  begin(): Promise<{ readonly url: string; readonly pending: PendingSso }>
  /**
   * Completes an attempt.
   *
   * @param query the parameters that the browser returned with.
   * @throws {SignInRefused} if any of them is invalid.
   */
  finish(query: URLSearchParams, pending: PendingSso): Promise<SsoIdentity>
  /**
   * Verifies an access token that the provider issued for this instance.
   *
   * @throws {InvalidApiKey} if it is invalid or has expired. @throws {ProviderSilent} if the provider's keys are
   *   unavailable.
   */
  readAccessToken(token: string): Promise<TokenIdentity>
}

/** Dependencies of single sign-on. */
export interface SsoParts {
  readonly settings: SsoSettings
  readonly guard: AddressGuard
  readonly clock: Clock
  readonly log: Log
}

type Client = typeof import("openid-client")
type Configuration = import("openid-client").Configuration

/** Creates single sign-on from the settings; undefined if no provider is configured. */
export function createSso({ settings, guard, clock, log }: SsoParts): Sso | undefined {
  const { LECTERN_OIDC_ISSUER: issuer, LECTERN_OIDC_CLIENT_ID: clientId, LECTERN_PUBLIC_URL: publicUrl } = settings
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return undefined
  const redirectUrl = `${publicUrl}${CALLBACK_PATH}`
  let discovered: { readonly configuration: Promise<Configuration>; untilMs: number } | undefined
  let lastConfiguration: Configuration | undefined

  async function discover(client: Client): Promise<Configuration> {
    const server = new URL(issuer ?? "")
    const insecure = server.protocol === "http:" ? [client.allowInsecureRequests] : []
    const configuration = await client.discovery(
      server,
      clientId ?? "",
      settings.LECTERN_OIDC_CLIENT_SECRET,
      undefined,
      {
        // An ID token is verified by its signature, not by the connection that it came from.
        execute: [...insecure, client.enableNonRepudiationChecks],
        timeout: PROVIDER_TIMEOUT_MS / 1000,
        [client.customFetch]: guardedBy(guard),
      },
    )
    assertComplete(configuration.serverMetadata())
    return configuration
  }

  async function configured(): Promise<{ client: Client; configuration: Configuration }> {
    // Loaded on demand, because password sign-ins do not need it.
    const client = await import("openid-client")
    if (discovered === undefined || discovered.untilMs <= clock.now()) discovered = startDiscovery(client)
    return { client, configuration: await discovered.configuration }
  }

  function startDiscovery(client: Client): NonNullable<typeof discovered> {
    const configuration = discover(client).then(
      (found) => (lastConfiguration = found),
      (error: unknown) => {
        // Access tokens remain valid while the provider is unavailable.
        if (lastConfiguration === undefined) throw error
        log.warn(
          { reason: asError(error).message },
          "the identity provider does not respond: its earlier metadata is used",
        )
        started.untilMs = clock.now() + SILENT_PROVIDER_MS
        return lastConfiguration
      },
    )
    const started = { configuration, untilMs: clock.now() + DISCOVERY_MS }
    // Without earlier metadata, the next attempt requests it again.
    configuration.catch(() => (discovered = undefined))
    return started
  }

  const connection = { settings, redirectUrl, configured }
  const metadata = async () => (await configured()).configuration.serverMetadata()
  return {
    begin: () => refusing(log, () => beginAttempt(connection)),
    finish: (query, pending) => refusing(log, () => finishAttempt(connection, query, pending)),
    readAccessToken: createAccessTokenVerifier({ settings, publicUrl, metadata, guard, clock, log }),
  }
}

/**
 * Incomplete metadata is not cached, so that it is requested again. A provider over `https` must not name endpoints over `http`,
 * because someone who controls the network could replace its keys and its answers.
 *
 * @throws {InternalFailure}
 */
function assertComplete(metadata: Readonly<Record<string, unknown>>): void {
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"]) {
    const address = metadata[name]
    if (isOverHttps(metadata["issuer"]) && address !== undefined && !isOverHttps(address)) {
      throw new InternalFailure(`invalid identity provider metadata: ${name} must start with https://`)
    }
  }
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"]) {
    const address = metadata[name]
    if (typeof address !== "string" || !isUrl(address)) {
      throw new InternalFailure(`invalid identity provider metadata: ${name} is missing or not a URL`)
    }
  }
}

function isOverHttps(address: unknown): boolean {
  return typeof address === "string" && /^https:\/\//i.test(address)
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
  if (claims === undefined) throw new SignInRefused("cannot sign in: the identity provider returned no ID token")
  const wanted = [settings.LECTERN_OIDC_GROUPS_CLAIM, settings.LECTERN_OIDC_NAME_CLAIM]
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const isIncomplete = wanted.some((claim) => !(claim in claims))
  const more =
    hasUserInfo && isIncomplete ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : undefined
  return identityOf({ ...more, ...claims }, settings)
}

/** Users get a general message; the log contains the reason. */
async function refusing<Result>(log: Log, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInRefused) throw error
    log.warn({ err: error, cause: causeOf(error) }, "single sign-on failed")
    throw new SignInRefused("cannot sign in: single sign-on failed. Try again, or ask an admin of this instance")
  }
}

/** The library wraps errors of requests; Lectern's own error is more precise. */
function causeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof ServiceError ? cause.message : undefined
}
