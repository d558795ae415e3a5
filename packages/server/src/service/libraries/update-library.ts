import type { LibraryRecord as WireLibrary, UpdateLibraryRequest } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { CustomTexts } from "../../catalogue/libraries/records.ts"
import { scheduleProblem } from "../../upkeep/refresh-schedule.ts"
import { mergeMetadata } from "../../upkeep/merge-metadata.ts"
import { spdxIdOf } from "../../sources/project-files/spdx-id.ts"
import { LibraryMissing } from "../errors.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { findManagedLibrary } from "./lookup/find-library.ts"
import { tellLibrary } from "./read-library.ts"
import { allow } from "../service-context.ts"
import type { LibraryServices } from "./library-services.ts"

/**
 * Changes what an operator says about a library, and what follows from that. A title or description that is taken back stays until the source is
 * read again, which gives it its own.
 *
 * @throws {LibraryMissing} @throws {InvalidInput} for a schedule that cannot be read, or a licence nobody knows.
 */
export async function updateLibrary(
  context: LibraryServices,
  caller: Caller,
  { libraryId, ...change }: UpdateLibraryRequest & { readonly libraryId: string },
): Promise<WireLibrary> {
  allow(context, caller, "updateLibrary")
  const { refreshSchedule } = change
  const problem = typeof refreshSchedule === "string" ? scheduleProblem(refreshSchedule) : undefined
  if (problem !== undefined) throw new InvalidInput(`refreshSchedule: ${problem}`)
  assertKnownLicense(change.license)
  const { id, key, isPrivate, teamspaceKey } = await findManagedLibrary(context, caller, libraryId)
  if (!isPrivate) allow(context, caller, "updatePublicLibrary")
  const changed = await context.catalogue.inTransaction(async ({ libraries }) => {
    const library = await libraries.byKey(key)
    if (library === undefined || library.isDeleted) throw new LibraryMissing(libraryId)
    const { title, description, siteFacts } = change
    const given = givenAfter(library.given, change)
    const known = { ...library, given, ...(siteFacts === undefined ? {} : { siteFacts }) }
    await libraries.update(key, {
      given,
      ...(siteFacts === undefined ? {} : { siteFacts }),
      ...mergeMetadata(known, context.clock.now()),
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
      ...(refreshSchedule === undefined ? {} : { refreshSchedule }),
    })
    return (await libraries.byKey(key)) ?? library
  })
  const subject = `${id} (${Object.keys(change).toSorted().join(", ")})`
  await recordAuditEntry(context, caller, { action: "library.change", subject, teamspaceKey })
  await context.catalogueSync.catchUp()
  return tellLibrary(context, changed)
}

function assertKnownLicense(license: string | null | undefined): void {
  if (typeof license !== "string" || spdxIdOf(license) !== null) return
  throw new InvalidInput(`license: ${license} is no SPDX id: see https://spdx.org/licenses/`)
}

/** Words after a change: null takes a word back, what is not mentioned stays. */
function givenAfter(
  given: CustomTexts,
  change: Pick<UpdateLibraryRequest, "title" | "description" | "license" | "verified">,
): CustomTexts {
  const title = change.title === undefined ? given.title : change.title
  const description = change.description === undefined ? given.description : change.description
  const license = change.license === undefined ? given.license : spdxIdOf(change.license)
  const isVerified = change.verified === undefined ? given.isVerified : change.verified
  return {
    ...(title === undefined || title === null ? {} : { title }),
    ...(description === undefined || description === null ? {} : { description }),
    ...(license === undefined || license === null ? {} : { license }),
    ...(isVerified === undefined || isVerified === null ? {} : { isVerified }),
  }
}
