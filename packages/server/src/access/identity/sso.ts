import type { Clock } from "../../base/clock.ts"
import { InternalFailure, ServiceError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { createAccessTokenVerifier, type TokenIdentity } from "./access-tokens.ts"
import { SignInRefused } from "../errors.ts"
import { guardedBy, PROVIDER_TIMEOUT_MS } from "../../net/library-fetch.ts"
import { identityOf, type SsoIdentity, type SsoSettings } from "./sso-identity.ts"

/** What the provider says about itself is read again after this time. */
const DISCOVERY_MS = 3_600_000
/** Where the provider sends people back to, below the public address. */
const CALLBACK_PATH = "/api/auth/sso/callback"

/** Secrets of one attempt to sign in; they stay with the browser, sealed, until it comes back. */
export interface PendingSso {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
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
  /**
   * Checks an access token that the provider has issued for this instance.
   *
   * @throws {InvalidApiKey} when it is not one, or no longer. @throws {ProviderSilent} when its keys cannot be had.
   */
  readAccessToken(token: string): Promise<TokenIdentity>
}

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
    const insecure = server.protocol === "http:" ? [client.allowInsecureRequests] : []
    const configuration = await client.discovery(
      server,
      clientId ?? "",
      settings.LECTERN_OIDC_CLIENT_SECRET,
      undefined,
      {
        // An ID token counts by its signature, not by the connection that it came over.
        execute: [...insecure, client.enableNonRepudiationChecks],
        timeout: PROVIDER_TIMEOUT_MS / 1000,
        [client.customFetch]: guardedBy(guard),
      },
    )
    assertComplete(configuration.serverMetadata())
    return configuration
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
  const metadata = async () => (await configured()).configuration.serverMetadata()
  return {
    begin: () => refusing(log, () => beginAttempt(connection)),
    finish: (query, pending) => refusing(log, () => finishAttempt(connection, query, pending)),
    readAccessToken: createAccessTokenVerifier({ settings, publicUrl, metadata, guard, clock, log }),
  }
}

/** What lacks an address is not kept, so that the provider is asked again. @throws {InternalFailure} */
function assertComplete(metadata: Readonly<Record<string, unknown>>): void {
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"]) {
    const address = metadata[name]
    if (typeof address !== "string" || !URL.canParse(address)) {
      throw new InternalFailure(`invalid identity provider metadata: ${name} is missing or not a URL`)
    }
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
  if (claims === undefined) throw new SignInRefused("cannot sign in: the identity provider returned no ID token")
  const wanted = [settings.LECTERN_OIDC_GROUPS_CLAIM, settings.LECTERN_OIDC_NAME_CLAIM]
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const isIncomplete = wanted.some((claim) => !(claim in claims))
  const more =
    hasUserInfo && isIncomplete ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : undefined
  return identityOf({ ...more, ...claims }, settings)
}

/** Tells people nothing of why the provider and we did not agree; the log tells the operator. */
async function refusing<Result>(log: Log, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInRefused) throw error
    log.warn({ err: error, cause: causeOf(error) }, "single sign-on failed")
    throw new SignInRefused("cannot sign in: single sign-on failed. Try again, or ask an admin of this instance")
  }
}

/** The library wraps what a request failed with; our own reason says more. */
function causeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof ServiceError ? cause.message : undefined
}
