import { randomUUID } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import type { Clock } from "../../base/clock.ts"
import { asError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { ConnectionGrant, ConnectionRecord, Renewal } from "../../catalogue/connections/records.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { AccessRefused } from "../../sources/base/errors.ts"
import { ConsentRefused, TokensUnavailable } from "./errors.ts"
import { renewTokens } from "./oauth-client.ts"
import type { OAuthHost, OAuthHosts } from "./oauth-hosts.ts"
import { expiryOf, readTokens, type TokenPair, writeTokens } from "./encrypted-tokens.ts"
import { MINUTE_MS } from "../../base/durations.ts"

/** A token that expires within this time is renewed before it is used. */
const RENEW_BEFORE_MS = 5 * MINUTE_MS
/** Duration of the lease for a renewal; a renewal takes at most a third of it. */
const LEASE_MS = MINUTE_MS
/**
 * Interval and number of checks for a token that another process has renewed; together slightly longer than a lease.
 */
const CHECK_INTERVAL_MS = 100
const MAX_CHECKS = 700
/**
 * Attempts to store a renewed token. Losing it would end the connection, because the previous token is no longer valid.
 */
const STORE_ATTEMPTS = 5

/** Returns access tokens of connected accounts. */
export interface TokenRefresher {
  /**
   * Returns the access token of a connection, renewed before it expires. One process renews at a time; the others wait
   * for the result.
   *
   * @param refused a token that the service rejected; a different one is returned.
   * @throws {ConsentRefused} if the service no longer renews the token: the account has to be connected again.
   * @throws {ClientRefused} if the service rejects this instance. @throws {TokensUnavailable} for temporary problems.
   */
  tokenOf(connectionKey: string, refused?: string): Promise<string>
}

/** Dependencies of the token refresher. */
export interface TokenRefresherParts {
  readonly catalogue: Pick<Catalogue, "connections" | "audit">
  readonly hosts: OAuthHosts
  readonly sealer: { seal(secret: string): string; unseal(sealed: string): string }
  readonly guard: AddressGuard
  readonly clock: Clock
  readonly log: Log
}

interface Granted {
  readonly connection: ConnectionRecord
  readonly grant: ConnectionGrant
  readonly tokens: TokenPair
}

/** Creates a token refresher on a catalogue that several processes can share. */
export function createTokenRefresher(parts: TokenRefresherParts): TokenRefresher {
  const { catalogue, clock } = parts
  return {
    async tokenOf(connectionKey, refused) {
      for (let look = 1; ; look++) {
        const granted = await readGrant(parts, connectionKey)
        if (isGood(granted, clock.now() + RENEW_BEFORE_MS, refused)) return granted.tokens.accessToken
        const renewal: Renewal = { key: connectionKey, grantKey: granted.grant.key, by: randomUUID() }
        const nowMs = clock.now()
        if (await catalogue.connections.claimRenewal(renewal, nowMs, nowMs + LEASE_MS)) {
          const token = await renewAlone(parts, renewal, refused)
          if (token !== undefined) return token
          continue
        }
        // A token that is still valid is better than waiting.
        if (isGood(granted, clock.now(), refused)) return granted.tokens.accessToken
        if (look >= MAX_CHECKS) {
          throw new TokensUnavailable(
            `another process is renewing the token for ${granted.connection.siteUrl}: try again`,
          )
        }
        await wait(CHECK_INTERVAL_MS)
      }
    },
  }
}

/** @throws {AccessRefused} if the account was disconnected or its consent has ended. */
async function readGrant({ catalogue, sealer }: TokenRefresherParts, key: string): Promise<Granted> {
  const connection = await catalogue.connections.byKey(key)
  const grant = connection?.grant
  if (connection === undefined || grant === undefined || grant === null) {
    throw new AccessRefused("the account is no longer connected with OAuth: connect it again and refresh the library")
  }
  if (grant.refusedAtMs !== null) throw consentIsOver(connection)
  return { connection, grant, tokens: readTokens(sealer.unseal(connection.sealedToken)) }
}

function isGood({ grant, tokens }: Granted, untilMs: number, refused: string | undefined): boolean {
  return tokens.accessToken !== refused && (grant.expiresAtMs === null || grant.expiresAtMs > untilMs)
}

/**
 * Renews the token unless another process is renewing it.
 *
 * @returns undefined if another process was first; the caller reads the token again.
 */
async function renewAlone(
  parts: TokenRefresherParts,
  renewal: Renewal,
  refused: string | undefined,
): Promise<string | undefined> {
  const { catalogue, clock, guard, hosts, log } = parts
  const { connections } = catalogue
  try {
    // Read again, because the token may have been renewed before the claim.
    const granted = await readGrant(parts, renewal.key)
    const { connection, tokens } = granted
    if (isGood(granted, clock.now() + RENEW_BEFORE_MS, refused)) return undefined
    const host = hostOf(hosts, connection)
    if (tokens.refreshToken === null) throw new ConsentRefused(consentIsOver(connection).message)
    try {
      const issued = await renewTokens(host, guard, tokens.refreshToken)
      const pair = { accessToken: issued.accessToken, refreshToken: issued.refreshToken ?? tokens.refreshToken }
      await store(parts, renewal, { pair, expiresAtMs: expiryOf(issued, clock.now()) })
      log.info({ connectionId: connection.key, siteUrl: connection.siteUrl }, "token renewed")
      return pair.accessToken
    } catch (error) {
      if (error instanceof ConsentRefused) throw error
      // While the token is valid, a failed renewal can be retried later.
      if (!isGood(granted, clock.now(), refused)) throw error
      log.warn({ connectionId: connection.key, reason: asError(error).message }, "cannot renew a token yet")
      return tokens.accessToken
    }
  } catch (error) {
    if (error instanceof ConsentRefused) return await endGrant(parts, renewal)
    throw error
  } finally {
    await connections.release(renewal)
  }
}

/** The previous token is no longer valid, so storing the new one is retried. */
async function store(
  { catalogue, sealer, log }: TokenRefresherParts,
  renewal: Renewal,
  { pair, expiresAtMs }: { readonly pair: TokenPair; readonly expiresAtMs: number | null },
): Promise<void> {
  const sealedToken = sealer.seal(writeTokens(pair))
  for (let attempt = 1; ; attempt++) {
    try {
      await catalogue.connections.keepRenewed(renewal, { sealedToken, expiresAtMs })
      return
    } catch (error) {
      log.error({ err: asError(error), connectionId: renewal.key, attempt }, "cannot store a renewed token")
      if (attempt === STORE_ATTEMPTS) throw error
      await wait(CHECK_INTERVAL_MS * 2 ** attempt)
    }
  }
}

/**
 * Records that the service no longer renews the token, with one audit entry.
 *
 * Returns normally if the account was connected again in the meantime. @throws {ConsentRefused} otherwise.
 */
async function endGrant(
  { catalogue, clock, log }: TokenRefresherParts,
  { key, grantKey }: Renewal,
): Promise<undefined> {
  const connection = await catalogue.connections.byKey(key)
  if (connection?.grant?.key !== grantKey) return undefined
  if (await catalogue.connections.refuse({ key, grantKey }, clock.now())) {
    const { kind, siteUrl, teamspaceKey } = connection
    log.warn({ connectionId: key, siteUrl }, "OAuth grant of a connected account has ended")
    await catalogue.audit.add({
      actor: "system",
      actorKey: null,
      teamspaceKey,
      action: "connection.refused",
      subject: `${kind} ${siteUrl}`,
      outcome: "refused",
      address: null,
    })
  }
  throw consentIsOver(connection)
}

function hostOf(hosts: OAuthHosts, { kind, siteUrl }: ConnectionRecord): OAuthHost {
  const host = kind === "git" ? undefined : hosts.get(kind)
  if (host !== undefined) return host
  throw new AccessRefused(
    `the token for ${siteUrl} cannot be renewed: the settings no longer contain an OAuth client for ${kind}`,
  )
}

/** Creates the error for a consent that was withdrawn or has expired, with what to do. */
export function consentIsOver({ kind, siteUrl }: Pick<ConnectionRecord, "kind" | "siteUrl">): ConsentRefused {
  const body = JSON.stringify({ kind, ...(kind === "wiki" ? { siteUrl } : {}) })
  return new ConsentRefused(
    `access to ${siteUrl} was revoked or has expired: an admin can connect it again with POST /api/v2/connections/consent ${body}`,
  )
}
