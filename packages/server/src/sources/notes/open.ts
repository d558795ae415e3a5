import { connectedAccount } from "../kind/connected-account.ts"
import type { OpenRequest, SourceDependencies } from "../kind/source-kind.ts"
import type { SourceSnapshot } from "../base/source-file.ts"
import { openNotesSource } from "./notes-source.ts"
import type { NotesSource } from "./options.ts"

/** Opens pages of notes. @throws {AccessRefused} if no account is connected for their service. */
export async function openNotes(
  { libraryKey, source: { options }, knownRevision }: OpenRequest<NotesSource>,
  dependencies: SourceDependencies,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const account = await connectedAccount(dependencies, { ...options, kind: "notes" })
  const { guard, now, pageCacheOf } = dependencies
  return openNotesSource({ options, account, knownRevision }, { guard, now, kept: pageCacheOf(libraryKey) }, signal)
}
