import type { Catalogue } from "../../catalogue/catalogue.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"

/** The private data of a teamspace that its last member left behind. */
export interface AbandonedData {
  readonly teamspaceKey: string
  /** Ids of the private libraries. */
  readonly libraryIds: readonly string[]
}

/**
 * Deletes the private libraries, connected accounts, webhooks and invitations of every teamspace whose only member is a
 * user. Nobody could read or delete them after the account is gone, but the libraries would still be fetched with their
 * access tokens every day. Runs in the transaction that deletes the account.
 */
export async function removeAbandonedData(within: Catalogue, user: UserRecord): Promise<readonly AbandonedData[]> {
  const abandoned: AbandonedData[] = []
  for (const { key: teamspaceKey } of await within.teamspaces.ofUser(user.key)) {
    // In the self-hosted edition, every account is a member of the main teamspace.
    if (teamspaceKey === MAIN_TEAMSPACE) continue
    if ((await within.teamspaces.members(teamspaceKey)).some(({ userKey }) => userKey !== user.key)) continue
    abandoned.push({ teamspaceKey, libraryIds: await removeDataOf(within, teamspaceKey) })
  }
  return abandoned
}

/** @returns the ids of the deleted libraries. */
async function removeDataOf(within: Catalogue, teamspaceKey: string): Promise<readonly string[]> {
  for (const { key } of await within.webhooks.ofTeamspace(teamspaceKey)) await within.webhooks.remove(teamspaceKey, key)
  for (const { key } of await within.connections.ofTeamspace(teamspaceKey)) {
    await within.connections.remove(teamspaceKey, key)
  }
  for (const { key } of await within.invitations.open(teamspaceKey)) await within.invitations.remove(key)
  const libraries = await within.libraries.ofTeamspace(teamspaceKey)
  for (const { key } of libraries) await within.libraries.remove(key)
  return libraries.map(({ id }) => id)
}
