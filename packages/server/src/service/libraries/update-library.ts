import type { LibraryRecord as WireLibrary, UpdateLibraryRequest } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { CustomTexts } from "../../catalogue/libraries/records.ts"
import { scheduleProblem } from "../../upkeep/refresh-schedule.ts"
import { mergeMetadata } from "../../upkeep/merge-metadata.ts"
import { spdxIdOf } from "../../sources/project-files/spdx-id.ts"
import { LibraryMissing } from "../errors.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { authorizeLibrary } from "./lookup/library-authority.ts"
import { changedScope } from "./change-scope.ts"
import { queueLibrary } from "./submit-library.ts"
import { describeStoredLibrary } from "./read-library.ts"
import type { LibraryServices } from "./library-services.ts"

/**
 * Changes what an operator says about a library, and what follows from that. A title or description that is taken back stays until the source is
 * read again, which gives it its own.
 *
 * @throws {LibraryMissing} @throws {InvalidInput} for an invalid schedule or an unknown licence.
 */
export async function updateLibrary(
  context: LibraryServices,
  caller: Authorized<"updateLibrary">,
  { libraryId, ...change }: UpdateLibraryRequest & { readonly libraryId: string },
): Promise<WireLibrary> {
  const { refreshSchedule } = change
  const problem = typeof refreshSchedule === "string" ? scheduleProblem(refreshSchedule) : undefined
  if (problem !== undefined) throw new InvalidInput(`refreshSchedule: ${problem}`)
  assertKnownLicense(change.license)
  const { id, key, teamspaceKey } = await authorizeLibrary(context, caller, libraryId, "updatePublicLibrary")
  let isScopeChanged = false
  const changed = await context.catalogue.inTransaction(async ({ libraries }) => {
    const library = await libraries.byKey(key)
    if (library === undefined || library.isDeleted) throw new LibraryMissing(libraryId)
    const { title, description, siteFacts } = change
    const source = changedScope(library, change)
    isScopeChanged = source !== undefined
    const given = givenAfter(library.given, change)
    const known = { ...library, given, ...(siteFacts === undefined ? {} : { siteFacts }) }
    await libraries.update(key, {
      given,
      ...(siteFacts === undefined ? {} : { siteFacts }),
      ...mergeMetadata(known, context.clock.now()),
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
      ...(refreshSchedule === undefined ? {} : { refreshSchedule }),
      ...(source === undefined ? {} : { source }),
    })
    return (await libraries.byKey(key)) ?? library
  })
  if (isScopeChanged) await queueLibrary(context, caller, changed, { cause: "refresh" })
  const subject = `${id} (${Object.keys(change).toSorted().join(", ")})`
  await recordAuditEntry(context, caller, { action: "library.change", subject, teamspaceKey })
  await context.catalogueSync.catchUp()
  return describeStoredLibrary(context, changed)
}

function assertKnownLicense(license: string | null | undefined): void {
  if (typeof license !== "string" || spdxIdOf(license) !== null) return
  throw new InvalidInput(`license: ${license} is not an SPDX identifier. See https://spdx.org/licenses/`)
}

/** Words after a change: null takes a word back, what is not mentioned stays. */
function givenAfter(
  given: CustomTexts,
  change: Pick<
    UpdateLibraryRequest,
    "title" | "description" | "license" | "verified" | "recordQuestions" | "benchmarkScore"
  >,
): CustomTexts {
  const title = change.title === undefined ? given.title : change.title
  const description = change.description === undefined ? given.description : change.description
  const license = change.license === undefined ? given.license : spdxIdOf(change.license)
  const isVerified = change.verified === undefined ? given.isVerified : change.verified
  const recordsQuestions = change.recordQuestions ?? given.recordsQuestions
  const benchmarkScore = change.benchmarkScore === undefined ? given.benchmarkScore : change.benchmarkScore
  return {
    ...(benchmarkScore === undefined || benchmarkScore === null ? {} : { benchmarkScore }),
    ...(recordsQuestions === true ? { recordsQuestions } : {}),
    ...(title === undefined || title === null ? {} : { title }),
    ...(description === undefined || description === null ? {} : { description }),
    ...(license === undefined || license === null ? {} : { license }),
    ...(isVerified === undefined || isVerified === null ? {} : { isVerified }),
  }
}
