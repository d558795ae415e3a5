import type {
  Connection,
  CreateConnectionRequest,
  ListConnectionsResponse,
  TestConnectionResponse,
} from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { asError, ServiceError } from "../../base/errors.ts"
import type { ConnectionKind, ConnectionRecord } from "../../catalogue/connections/records.ts"
import { type Account, canonicalSiteUrl } from "../../accounts/account-site.ts"
import type { AccountCheckResult } from "../../accounts/check-account.ts"
import { readTokens } from "../../accounts/oauth/encrypted-tokens.ts"
import { openAccount } from "../../accounts/open-account.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { timestamp, timestampOrNull } from "../../base/timestamp.ts"
import { NotFound } from "../errors.ts"
import { ownTeamspaceOf } from "../libraries/lookup/ownership.ts"
import type { ServiceContext } from "../service-context.ts"
import type { ConnectionServices } from "./connection-services.ts"

/** Time limit in milliseconds for a service's response to a connection test. */
const TEST_MS = 10_000

/** Lists the connected accounts of the caller's teamspace, by kind and address, without their tokens. */
export async function listConnections(
  context: ConnectionServices,
  caller: Authorized<"readConnections">,
): Promise<ListConnectionsResponse> {
  const connections = await context.catalogue.connections.ofTeamspace(ownTeamspaceOf(context, caller))
  return { connections: connections.map(describeConnection), consentKinds: [...context.oauthHosts.keys()] }
}

/**
 * Connects an account, or replaces the token of the account that is already connected at this address. Sends no request
 * to the service.
 *
 * @throws {AddressRefused} if the address is blocked.
 */
export async function createConnection(
  context: ConnectionServices,
  caller: Authorized<"manageConnections">,
  { kind, siteUrl, accountName, token }: CreateConnectionRequest,
): Promise<Connection> {
  const connection = await context.catalogue.connections.put({
    teamspaceKey: ownTeamspaceOf(context, caller),
    kind,
    siteUrl: siteUrlOf(context, kind, siteUrl),
    accountName: accountName ?? null,
    sealedToken: context.sealer.seal(token),
  })
  context.log.info({ connectionId: connection.key, kind, siteUrl: connection.siteUrl }, "account connected")
  await recordAuditEntry(context, caller, { action: "connection.create", subject: `${kind} ${connection.siteUrl}` })
  return describeConnection(connection)
}

/**
 * Disconnects an account and deletes its token.
 *
 * @throws {NotFound} if the teamspace has no such connection.
 */
export async function deleteConnection(
  context: ConnectionServices,
  caller: Authorized<"manageConnections">,
  connectionId: string,
): Promise<void> {
  const connection = await findConnection(context, caller, connectionId)
  const { key, teamspaceKey, kind, siteUrl } = connection
  // Someone else disconnected it in the meantime.
  if (!(await context.catalogue.connections.remove(teamspaceKey, key))) throw missing(connectionId)
  context.log.info({ connectionId }, "account disconnected")
  await recordAuditEntry(context, caller, { action: "connection.delete", subject: `${kind} ${siteUrl}` })
  await revokeTokenAtService(context, connection)
}

/**
 * Checks within 10 seconds whether the service accepts a connected account.
 *
 * @throws {NotFound} if the teamspace has no such connection.
 */
export async function testConnection(
  context: ConnectionServices,
  caller: Authorized<"manageConnections">,
  connectionId: string,
): Promise<TestConnectionResponse> {
  const connection = await findConnection(context, caller, connectionId)
  // Loaded on demand: few requests need it, and the HTTP client takes 10 MB of memory.
  const { checkAccount } = await import("../../accounts/check-account.ts")
  const reach = { guard: context.guard, signal: AbortSignal.timeout(TEST_MS) }
  const answer = await openForTest(context, connection).then((account) =>
    "message" in account ? account : checkAccount(connection.kind, account, reach),
  )
  context.log.info({ connectionId, isAccepted: answer.isAccepted }, "connected account tested")
  return { accepted: answer.isAccepted, accountName: answer.accountName, message: answer.message }
}

/** Opens an account for a test. If its OAuth token cannot be refreshed, the test fails with that reason. */
async function openForTest(
  context: ConnectionServices,
  connection: ConnectionRecord,
): Promise<Account | AccountCheckResult> {
  const unseal = (sealed: string) => context.sealer.unseal(sealed)
  try {
    return await openAccount(connection, { unseal, tokenRefresher: context.tokenRefresher })
  } catch (error) {
    if (!(error instanceof ServiceError) || connection.grant === null) throw error
    return { isAccepted: false, accountName: null, message: error.message }
  }
}

/** Revokes the token of an OAuth account at its service, if possible. */
async function revokeTokenAtService(
  context: ConnectionServices,
  { key, kind, sealedToken, grant }: ConnectionRecord,
): Promise<void> {
  const host = kind === "git" || grant === null ? undefined : context.oauthHosts.get(kind)
  if (host === undefined) return
  try {
    const { accessToken } = readTokens(context.sealer.unseal(sealedToken))
    const { revokeToken } = await import("../../accounts/oauth/oauth-client.ts")
    const isRevoked = await revokeToken(host, context.guard, accessToken)
    if (isRevoked) context.log.info({ connectionId: key }, "token of a disconnected account revoked")
  } catch (error) {
    context.log.warn(
      { connectionId: key, reason: asError(error).message },
      "cannot revoke the token of a disconnected account",
    )
  }
}

/** Finds a connection of the caller's teamspace. @throws {NotFound} also for a connection of another teamspace. */
export async function findConnection(
  context: ConnectionServices,
  caller: Caller,
  connectionId: string,
): Promise<ConnectionRecord> {
  const connections = await context.catalogue.connections.ofTeamspace(ownTeamspaceOf(context, caller))
  const connection = connections.find(({ key }) => key === connectionId)
  if (connection === undefined) throw missing(connectionId)
  return connection
}

/** Returns the canonical address of a service, as stored with connections. @throws {AddressRefused} */
export function siteUrlOf(context: Pick<ServiceContext, "guard">, kind: ConnectionKind, text: string): string {
  return canonicalSiteUrl(kind, context.guard.assertUrlAllowed(text))
}

function missing(connectionId: string): NotFound {
  return new NotFound(`connected account ${connectionId} does not exist`)
}

/** Converts a connection to its form in the contract, without its secrets. */
export function describeConnection(connection: ConnectionRecord): Connection {
  const { key: id, kind, siteUrl, accountName, grant, createdAtMs, lastUsedAtMs } = connection
  const times = { createdAt: timestamp(createdAtMs), lastUsedAt: timestampOrNull(lastUsedAtMs) }
  const connectedBy = grant === null ? "token" : "consent"
  return {
    id,
    kind,
    siteUrl,
    accountName,
    connectedBy,
    refusedAt: timestampOrNull(grant?.refusedAtMs ?? null),
    ...times,
  }
}
