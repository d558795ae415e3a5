import type {
  Connection,
  CreateConnectionRequest,
  ListConnectionsResponse,
  TestConnectionResponse,
} from "@lectern/contract"
import type { Caller } from "../access/caller.ts"
import type { ConnectionKind, ConnectionRecord } from "../catalogue/records.ts"
import { canonicalSiteUrl } from "../sources/accounts/account-site.ts"
import { recordAct } from "./audit.ts"
import { timestamp, timestampOrNull } from "./describe-job.ts"
import { NothingThere } from "./errors.ts"
import { ownTeamspaceOf } from "./ownership.ts"
import { allow, type ServiceContext } from "./service-context.ts"

/** Time a service has to say whether it accepts an account, in milliseconds. */
const TEST_MS = 10_000

/** Lists the connected accounts of the caller's teamspace, by kind and address, without their tokens. */
export async function listConnections(context: ServiceContext, caller: Caller): Promise<ListConnectionsResponse> {
  allow(context, caller, "readConnections")
  const connections = await context.catalogue.connections.ofTeamspace(ownTeamspaceOf(context, caller))
  return { connections: connections.map(describeConnection) }
}

/**
 * Connects an account; one that is connected at the same address already gets the new token. Asks nobody.
 *
 * @throws {AddressRefused} when the address may not be fetched.
 */
export async function createConnection(
  context: ServiceContext,
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
  await recordAct(context, caller, { action: "connection.create", subject: `${kind} ${connection.siteUrl}` })
  return describeConnection(connection)
}

/**
 * Disconnects an account: its token is forgotten at once.
 *
 * @throws {NothingThere} when the teamspace has no such connection.
 */
export async function deleteConnection(context: ServiceContext, caller: Caller, connectionId: string): Promise<void> {
  allow(context, caller, "manageConnections")
  const { key, teamspaceKey, kind, siteUrl } = await findConnection(context, caller, connectionId)
  // Somebody else was first.
  if (!(await context.catalogue.connections.remove(teamspaceKey, key))) throw missing(connectionId)
  context.log.info({ connectionId }, "account disconnected")
  await recordAct(context, caller, { action: "connection.delete", subject: `${kind} ${siteUrl}` })
}

/**
 * Asks the service of a connected account whether it accepts it, for at most 10 s.
 *
 * @throws {NothingThere} when the teamspace has no such connection.
 */
export async function testConnection(
  context: ServiceContext,
  caller: Caller,
  connectionId: string,
): Promise<TestConnectionResponse> {
  allow(context, caller, "manageConnections")
  const { kind, siteUrl, accountName, sealedToken } = await findConnection(context, caller, connectionId)
  // Loaded on demand: few requests ask a service, and what fetches is 10 MB of memory in every serving process.
  const { checkAccount } = await import("../sources/accounts/check-account.ts")
  const answer = await checkAccount(
    kind,
    { siteUrl, accountName, token: context.sealer.unseal(sealedToken) },
    { guard: context.guard, signal: AbortSignal.timeout(TEST_MS) },
  )
  context.log.info({ connectionId, isAccepted: answer.isAccepted }, "connected account tested")
  return { accepted: answer.isAccepted, accountName: answer.accountName, message: answer.message }
}

/** Finds a connection of the caller's teamspace. @throws {NothingThere} also for one of somebody else. */
async function findConnection(
  context: ServiceContext,
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

function describeConnection(connection: ConnectionRecord): Connection {
  const { key: id, kind, siteUrl, accountName, createdAtMs, lastUsedAtMs } = connection
  const times = { createdAt: timestamp(createdAtMs), lastUsedAt: timestampOrNull(lastUsedAtMs) }
  return { id, kind, siteUrl, accountName, ...times }
}
