import { connectedAccount } from "../kind/connected-account.ts"
import type { OpenRequest, SourceDependencies } from "../kind/source-kind.ts"
import type { SourceSnapshot } from "../base/source-file.ts"
import type { WikiSource } from "./options.ts"
import { openWikiSource } from "./wiki-source.ts"

/** Opens a space of a wiki. @throws {AccessRefused} if no account is connected for its site. */
export async function openWiki(
  { libraryKey, source: { options }, knownRevision }: OpenRequest<WikiSource>,
  dependencies: SourceDependencies,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const account = await connectedAccount(dependencies, { ...options, kind: "wiki" })
  const { guard, pageCacheOf } = dependencies
  return openWikiSource({ options, account, knownRevision }, { guard, kept: pageCacheOf(libraryKey) }, signal)
}
