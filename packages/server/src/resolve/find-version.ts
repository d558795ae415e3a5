import { isLatestTag, resolveVersionTag } from "@lectern/contract"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import type { VersionRecord } from "../catalogue/versions/records.ts"
import { indexedTags } from "../service/libraries/describe-library.ts"
import { TagMissing } from "../service/errors.ts"
import { type MissedVersion, queueMissedVersion } from "./requested-versions.ts"
import type { ServiceContext } from "../service/service-context.ts"

/** Versions named in a message at most. */
const VERSIONS_IN_MESSAGE = 20

/**
 * Finds the version that serves a request: the newest indexed tag that fits; the default one when none is asked for. A
 * version that the source offers and that is not indexed is queued in the background.
 *
 * @returns undefined when the library was never processed.
 * @throws {TagMissing} with what is there, and whether the missing one has been queued.
 */
export async function findVersion(
  context: Pick<ServiceContext, "catalogue" | "wakeWorker">,
  library: LibraryRecord,
  asked: string | undefined,
): Promise<VersionRecord | undefined> {
  const { versions } = context.catalogue
  if (asked === undefined || isLatestTag(asked)) return versions.get(library.key, "")
  const ofLibrary = await versions.ofLibrary(library.key)
  const tags = indexedTags(ofLibrary)
  const resolved = resolveVersionTag(asked, tags)
  if (resolved !== undefined) {
    // A prerelease stands in for a release; the next one who asks may find the release itself.
    if (resolved.status === "prerelease") await queueMissedVersion(context, library, asked)
    return ofLibrary.find(({ tag }) => tag === resolved.tag)
  }
  if (asked === library.branch.replaceAll("/", "_") || asked === library.branch) {
    return ofLibrary.find(({ tag }) => tag === "")
  }
  const missed = await queueMissedVersion(context, library, asked)
  throw new TagMissing(`${library.id} has no indexed version ${asked}: ${listTags(tags)}${explain(missed)}`)
}

function listTags(tags: readonly string[]): string {
  if (tags.length === 0) return "no version is indexed, ask without one"
  const more = tags.length > VERSIONS_IN_MESSAGE ? ` and ${tags.length - VERSIONS_IN_MESSAGE} more` : ""
  return `there are ${tags.slice(0, VERSIONS_IN_MESSAGE).join(", ")}${more}`
}

function explain(missed: MissedVersion | undefined): string {
  switch (missed?.state) {
    case undefined:
      return ""
    case "waiting":
      return `; ${missed.tag} has been queued for indexing, ask again in a few minutes`
    case "failed":
      return `; ${missed.tag} could not be indexed, its job says why`
    case "refused":
      return `; ${missed.tag} could be indexed, but too much is waiting to do so by itself now`
  }
}
