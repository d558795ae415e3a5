import type { LibraryRecord } from "../../../catalogue/libraries/records.ts"
import { gitSiteUrl } from "../../../accounts/account-site.ts"
import type { RemoteHead } from "../../../sources/git/remote-head.ts"
import { HostTimeout } from "../../errors.ts"
import type { ServiceContext } from "../../service-context.ts"

type LookUpServices = Pick<ServiceContext, "catalogue" | "sealer" | "guard" | "workDirectory" | "knownHosts" | "log">

/** Time a host has to say which branches and tags it knows, in milliseconds. */
const LOOK_UP_MS = 10_000

/**
 * Asks the host of a git library, once, for its branches and tags; downloads nothing.
 *
 * @throws {HostTimeout} when it did not say within 10 s. What reading the source throws, when it refuses or is not there.
 */
export async function lookUpSource(
  context: LookUpServices,
  library: Pick<LibraryRecord, "id" | "source">,
): Promise<RemoteHead> {
  const { sealedToken, url, options } = library.source
  const sealed = sealedToken ?? (await connectedToken(context, url, options?.["teamspaceKey"]))
  const signal = AbortSignal.timeout(LOOK_UP_MS)
  // Loaded on demand: few requests ask a host, and what fetches is 10 MB of memory in every serving process.
  const { readRemoteHead } = await import("../../../sources/git/git-source.ts")
  try {
    return await readRemoteHead(
      { url, ...(sealed === undefined ? {} : { token: context.sealer.unseal(sealed) }) },
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
    const message = `the host of ${library.id} did not name its branches and tags within 10 s`
    throw new HostTimeout(message, { cause: error })
  }
}

/** The sealed token of the account that a private repository is read with, when its teamspace has connected one. */
async function connectedToken(
  { catalogue }: LookUpServices,
  url: string,
  teamspaceKey: unknown,
): Promise<string | undefined> {
  if (typeof teamspaceKey !== "string") return undefined
  const siteUrl = gitSiteUrl(url)
  if (siteUrl === undefined) return undefined
  return (await catalogue.connections.find({ teamspaceKey, kind: "git", siteUrl }))?.sealedToken
}
