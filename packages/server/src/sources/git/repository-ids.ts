import { alternateRepositoryId, type LibraryId, numberedLibraryId, type RepositoryIdentity } from "@lectern/contract"
import type { DedicatedHosts } from "../../config/dedicated-hosts.ts"

/**
 * Returns the ids that a repository can get, in the order in which they are tried: on a dedicated host `/owner/repo`, then
 * its id with the host, then that id with numbers.
 *
 * @param ordinal from 0.
 */
export function repositoryIdAt(
  identity: RepositoryIdentity,
  ordinal: number,
  dedicatedHosts: DedicatedHosts,
): LibraryId {
  const isDedicated = dedicatedHosts === undefined || (identity.port === undefined && dedicatedHosts.has(identity.host))
  if (isDedicated && ordinal === 0) return identity.id
  return numberedLibraryId(alternateRepositoryId(identity), isDedicated ? ordinal : ordinal + 1)
}
