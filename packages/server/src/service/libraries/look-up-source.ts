import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { gitTokenOf } from "../../sources/git/git-token.ts"
import type { GitSource } from "../../sources/git/options.ts"
import type { RemoteHead } from "../../sources/git/remote-head.ts"
import { sourceOf } from "../../sources/source-record.ts"
import { HostTimeout } from "../errors.ts"
import type { ServiceContext } from "../service-context.ts"

/** Time limit in milliseconds for a host to list its branches and tags. */
const LOOK_UP_MS = 10_000

/**
 * Requests the branches and tags of a git library from its host, once; downloads nothing else.
 *
 * @throws {HostTimeout} if the host does not respond within 10 s; what opening the source throws, if the host refuses
 *   or the repository does not exist.
 */
export async function lookUpSource(
  context: Pick<ServiceContext, "catalogue" | "sealer" | "guard" | "workDirectory" | "knownHosts" | "log">,
  library: Pick<LibraryRecord, "id" | "source">,
): Promise<RemoteHead> {
  const source = sourceOf(library.source)
  const { url } = source
  const token = source.kind === "git" ? await tokenOf(context, source) : undefined
  const signal = AbortSignal.timeout(LOOK_UP_MS)
  // Loaded on demand: few requests query a host, and the code that fetches takes 10 MB of memory in every serving
  // process.
  const { readRemoteHead } = await import("../../sources/git/git-source.ts")
  try {
    return await readRemoteHead(
      { url, token },
      {
        guard: context.guard,
        workDirectory: context.workDirectory,
        knownHosts: context.knownHosts,
        log: context.log,
      },
      signal,
    )
  } catch (error) {
    if (!signal.aborted) throw error
    const message = `cannot list branches and tags: the host of ${library.id} did not respond within 10 s`
    throw new HostTimeout(message, { cause: error })
  }
}

/** Finds the token of a repository. The token of a connected git account does not expire. */
export function tokenOf(
  { catalogue, sealer }: Pick<ServiceContext, "catalogue" | "sealer">,
  source: GitSource,
): Promise<string | undefined> {
  const unseal = (sealed: string) => sealer.unseal(sealed)
  return gitTokenOf(
    {
      unseal,
      isActiveAccount: async (userKey) => (await catalogue.users.byKey(userKey))?.isActive === true,
      async accountOf({ teamspaceKey, kind, siteUrl }) {
        const connection = await catalogue.connections.find({ teamspaceKey, kind, siteUrl })
        if (connection === undefined) return undefined
        return { siteUrl, accountName: connection.accountName, token: unseal(connection.sealedToken) }
      },
    },
    source,
  )
}
