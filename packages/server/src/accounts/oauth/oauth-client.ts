import type { AddressGuard } from "../../net/address-guard.ts"
import { guardedBy } from "../../net/library-fetch.ts"
import { ServiceError } from "../../base/errors.ts"
import { ClientRefused, ConsentRefused, TokensUnavailable } from "./errors.ts"
import type { OAuthHost } from "./oauth-hosts.ts"

type Library = typeof import("openid-client")
type Configuration = import("openid-client").Configuration

/** Secrets of one attempt. The browser keeps them, encrypted, until it returns. */
export interface PendingConsent {
  readonly state: string
  /** Undefined if the service does not support PKCE. */
  readonly verifier?: string | undefined
}

/** Tokens issued by a service. */
export interface IssuedTokens {
  readonly accessToken: string
  /** Null if the service does not renew tokens. */
  readonly refreshToken: string | null
  /** Lifetime of the access token in seconds; null if the service does not say. */
  readonly expiresInSeconds: number | null
  /** All other fields of the response. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** Starts a request for consent. @returns the URL to visit, and the secrets to keep until the browser returns. */
export async function beginConsent(
  host: OAuthHost,
  guard: AddressGuard,
): Promise<{ readonly url: string; readonly pending: PendingConsent }> {
  const { library, configuration } = await clientOf(host, guard)
  const state = library.randomState()
  const verifier = host.hasPkce ? library.randomPKCECodeVerifier() : undefined
  const challenge =
    verifier === undefined
      ? undefined
      : { code_challenge: await library.calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" }
  const parameters = { ...host.parameters, ...challenge, redirect_uri: host.returnUrl, state }
  const url = library.buildAuthorizationUrl(configuration, parameters).href
  return { url, pending: { state, verifier } }
}

/**
 * Exchanges the parameters that the browser returned with for tokens.
 *
 * @throws {ConsentRefused} if the user declined or the code is used up. @throws {ClientRefused} if the service rejects
 *   this client. @throws {TokensUnavailable} if it does not respond as expected.
 */
export function takeConsent(
  host: OAuthHost,
  guard: AddressGuard,
  { query, pending }: { readonly query: URLSearchParams; readonly pending: PendingConsent },
): Promise<IssuedTokens> {
  return issuing(host, guard, ({ library, configuration }) => {
    const address = new URL(`${host.returnUrl}?${query.toString()}`)
    const { state: expectedState, verifier } = pending
    const checks = { expectedState, ...(verifier === undefined ? {} : { pkceCodeVerifier: verifier }) }
    return library.authorizationCodeGrant(configuration, address, checks)
  })
}

/** Renews tokens. @throws as `takeConsent`; {ConsentRefused} if the consent was withdrawn or has expired. */
export function renewTokens(host: OAuthHost, guard: AddressGuard, refreshToken: string): Promise<IssuedTokens> {
  return issuing(host, guard, ({ library, configuration }) => library.refreshTokenGrant(configuration, refreshToken))
}

/** Revokes a token. @returns false if the service does not support it. @throws as `takeConsent`. */
export async function revokeToken(host: OAuthHost, guard: AddressGuard, accessToken: string): Promise<boolean> {
  if (host.revokeUrl === undefined) return false
  const { library, configuration } = await clientOf(host, guard)
  try {
    await library.tokenRevocation(configuration, accessToken)
  } catch (error) {
    throw reasonOf(host, library, error)
  }
  return true
}

interface Client {
  readonly library: Library
  readonly configuration: Configuration
}

async function issuing(
  host: OAuthHost,
  guard: AddressGuard,
  ask: (client: Client) => ReturnType<Library["refreshTokenGrant"]>,
): Promise<IssuedTokens> {
  const client = await clientOf(host, guard)
  try {
    const { access_token: accessToken, refresh_token: refresh, expires_in: seconds, ...facts } = await ask(client)
    return { accessToken, refreshToken: refresh ?? null, expiresInSeconds: seconds ?? null, facts }
  } catch (error) {
    throw reasonOf(host, client.library, error)
  }
}

async function clientOf(host: OAuthHost, guard: AddressGuard): Promise<Client> {
  // Loaded on demand, like the library for single sign-on, because token accounts do not need it.
  const library = await import("openid-client")
  const { authorizeUrl, tokenUrl, revokeUrl, clientId, clientSecret, proof } = host
  const server = {
    issuer: new URL(tokenUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: tokenUrl,
    ...(revokeUrl === undefined ? {} : { revocation_endpoint: revokeUrl }),
  }
  const authentication = proof === "basic" ? library.ClientSecretBasic : library.ClientSecretPost
  const configuration = new library.Configuration(server, clientId, undefined, authentication(clientSecret))
  if (tokenUrl.startsWith("http:")) library.allowInsecureRequests(configuration)
  configuration[library.customFetch] = inJson(guardedBy(guard))
  return { library, configuration }
}

type LibraryFetch = ReturnType<typeof guardedBy>

/** Both services document JSON requests; Atlassian's responses may omit the token type. */
function inJson(fetching: LibraryFetch): LibraryFetch {
  return async (url, options) => {
    const { body, headers } = options
    const isForm = body instanceof URLSearchParams
    const answer = await fetching(url, {
      ...options,
      ...(isForm ? { body: JSON.stringify(Object.fromEntries(body)) } : {}),
      headers: { ...headers, ...(isForm ? { "content-type": "application/json" } : {}) },
    })
    if (answer.status !== 200) return answer
    const text = await answer.text()
    return new Response(withTokenType(text), { status: 200, headers: answer.headers })
  }
}

function withTokenType(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === "object" && parsed !== null && "access_token" in parsed) {
      return JSON.stringify({ token_type: "bearer", ...parsed })
    }
  } catch {
    // Not JSON: the library reports it.
  }
  return text
}

/** Classifies errors of the library. Messages include nothing of the service's response except the error code. */
function reasonOf(host: OAuthHost, library: Library, error: unknown): unknown {
  if (error instanceof library.AuthorizationResponseError) {
    return error.error === "access_denied"
      ? new ConsentRefused(
          `cannot connect the account: access was denied at ${host.name}. Start again and approve the access`,
        )
      : new ConsentRefused(
          `cannot connect the account: ${host.name} responded with ${wordOf(error.error)}. Start again`,
        )
  }
  if (error instanceof library.ResponseBodyError && error.status !== 429 && error.status < 500) {
    const isAboutToken = /refresh.?token/i.test(error.error_description ?? "")
    if (error.error === "invalid_grant" || (error.error === "unauthorized_client" && isAboutToken)) {
      return new ConsentRefused(`${host.name} no longer accepts the consent. Connect the account again`)
    }
    if (["invalid_client", "unauthorized_client", "access_denied"].includes(error.error)) {
      return new ClientRefused(`${host.name} rejected the OAuth client of this instance: check ${host.secretSetting}`)
    }
    return new TokensUnavailable(
      `cannot get a token: ${host.name} responded with status ${error.status} ${wordOf(error.error)}`,
    )
  }
  if (error instanceof library.WWWAuthenticateChallengeError) {
    return new ClientRefused(`${host.name} rejected the OAuth client of this instance: check ${host.secretSetting}`)
  }
  const cause = error instanceof Error ? error.cause : undefined
  // A network error of Lectern is more precise than the library's.
  const own = [error, cause].find((one) => one instanceof ServiceError)
  return new TokensUnavailable(
    own === undefined
      ? `cannot get a token: ${host.name} returned an invalid response. Try again later`
      : `cannot get a token from ${host.name}: ${own.message}`,
    { cause: error },
  )
}

/** Cleans an error code, which is untrusted because it comes from the service. */
function wordOf(text: string): string {
  return /^[\w.-]{1,60}$/.test(text) ? text : "unknown error"
}
