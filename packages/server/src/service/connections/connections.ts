import type {
  Connection,
  CreateConnectionRequest,
  ListConnectionsResponse,
  TestConnectionResponse,
} from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import { asError, ServiceError } from "../../base/errors.ts"
import type { ConnectionKind, ConnectionRecord } from "../../catalogue/connections/records.ts"
import { type Account, canonicalSiteUrl } from "../../accounts/account-site.ts"
import type { AccountAnswer } from "../../accounts/check-account.ts"
import { readTokens } from "../../accounts/oauth/encrypted-tokens.ts"
import { openAccount } from "../../accounts/open-account.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { timestamp, timestampOrNull } from "../../base/timestamp.ts"
import { NothingThere } from "../errors.ts"
import { ownTeamspaceOf } from "../libraries/lookup/ownership.ts"
import { allow, type ServiceContext } from "../service-context.ts"
import type { ConnectionServices } from "./connection-services.ts"

/** Time a service has to say whether it accepts an account, in milliseconds. */
const TEST_MS = 10_000

/** Lists the connected accounts of the caller's teamspace, by kind and address, without their tokens. */
export async function listConnections(context: ConnectionServices, caller: Caller): Promise<ListConnectionsResponse> {
  allow(context, caller, "readConnections")
  const connections = await context.catalogue.connections.ofTeamspace(ownTeamspaceOf(context, caller))
  return { connections: connections.map(describeConnection), consentKinds: [...context.oauthHosts.keys()] }
}

/**
 * Connects an account; one that is connected at the same address already gets the new token. Asks nobody.
 *
 * @throws {AddressRefused} when the address may not be fetched.
 */
export async function createConnection(
  context: ConnectionServices,
  caller: Caller,
  { kind, siteUrl, accountName, token }: CreateConnectionRequest,
): Promise<Connection> {
  allow(context, caller, "manageConnections")
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
 * Disconnects an account: its token is forgotten at once.
 *
 * @throws {NothingThere} when the teamspace has no such connection.
 */
export async function deleteConnection(
  context: ConnectionServices,
  caller: Caller,
  connectionId: string,
): Promise<void> {
  allow(context, caller, "manageConnections")
  const connection = await findConnection(context, caller, connectionId)
  const { key, teamspaceKey, kind, siteUrl } = connection
  // Somebody else was first.
  if (!(await context.catalogue.connections.remove(teamspaceKey, key))) throw missing(connectionId)
  context.log.info({ connectionId }, "account disconnected")
  await recordAuditEntry(context, caller, { action: "connection.delete", subject: `${kind} ${siteUrl}` })
  await giveTokenBack(context, connection)
}

/**
 * Asks the service of a connected account whether it accepts it, for at most 10 s.
 *
 * @throws {NothingThere} when the teamspace has no such connection.
 */
export async function testConnection(
  context: ConnectionServices,
  caller: Caller,
  connectionId: string,
): Promise<TestConnectionResponse> {
  allow(context, caller, "manageConnections")
  const connection = await findConnection(context, caller, connectionId)
  // Loaded on demand: few requests ask a service, and what fetches is 10 MB of memory in every serving process.
  const { checkAccount } = await import("../../accounts/check-account.ts")
  const reach = { guard: context.guard, signal: AbortSignal.timeout(TEST_MS) }
  const answer = await openForTest(context, connection).then((account) =>
    "message" in account ? account : checkAccount(connection.kind, account, reach),
  )
  context.log.info({ connectionId, isAccepted: answer.isAccepted }, "connected account tested")
  return { accepted: answer.isAccepted, accountName: answer.accountName, message: answer.message }
}

/** What stands in the way of a token is what the test has found. */
async function openForTest(
  context: ConnectionServices,
  connection: ConnectionRecord,
): Promise<Account | AccountAnswer> {
  const unseal = (sealed: string) => context.sealer.unseal(sealed)
  try {
    return await openAccount(connection, { unseal, tokenRefresher: context.tokenRefresher })
  } catch (error) {
    if (!(error instanceof ServiceError) || connection.grant === null) throw error
    return { isAccepted: false, accountName: null, message: error.message }
  }
}

/** Tells the service of an account of OAuth that its token is over. It is forgotten here either way. */
async function giveTokenBack(
  context: ConnectionServices,
  { key, kind, sealedToken, grant }: ConnectionRecord,
): Promise<void> {
  const host = kind === "git" || grant === null ? undefined : context.oauthHosts.get(kind)
  if (host === undefined) return
  try {
    const { accessToken } = readTokens(context.sealer.unseal(sealedToken))
    const { revokeToken } = await import("../../accounts/oauth/oauth-client.ts")
    const isBack = await revokeToken(host, context.guard, accessToken)
    if (isBack) context.log.info({ connectionId: key }, "token of a disconnected account given back")
  } catch (error) {
    context.log.warn({ connectionId: key, reason: asError(error).message }, "token could not be given back")
  }
}

/** Finds a connection of the caller's teamspace. @throws {NothingThere} also for one of somebody else. */
async function findConnection(
  context: ConnectionServices,
  caller: Caller,
  connectionId: string,
): Promise<ConnectionRecord> {
  const connections = await context.catalogue.connections.ofTeamspace(ownTeamspaceOf(context, caller))
  const connection = connections.find(({ key }) => key === connectionId)
  if (connection === undefined) throw missing(connectionId)
  return connection
}

/** Reads the address of a service in the form that connections are kept by. @throws {AddressRefused} */
export function siteUrlOf(context: Pick<ServiceContext, "guard">, kind: ConnectionKind, text: string): string {
  return canonicalSiteUrl(kind, context.guard.assertUrlAllowed(text))
}

function missing(connectionId: string): NothingThere {
  return new NothingThere(`there is no connected account ${connectionId}`)
}

/** Describes a connection without its secrets. */
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
