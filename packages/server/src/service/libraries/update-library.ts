import type { LibraryRecord as WireLibrary, UpdateLibraryRequest } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { CustomTexts } from "../../catalogue/libraries/records.ts"
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
 * Changes the values that an operator has set for a library, and the values computed from them. A removed title or
 * description is still shown until the next refresh, which replaces it with that of the source.
 *
 * @throws {LibraryMissing} @throws {InvalidInput} for an invalid schedule or an unknown licence.
 */
export async function updateLibrary(
  context: LibraryServices,
  caller: Authorized<"updateLibrary">,
  { libraryId, ...change }: UpdateLibraryRequest & { readonly libraryId: string },
): Promise<WireLibrary> {
  const { refreshSchedule } = change
  if (typeof refreshSchedule === "string") await assertValidSchedule(refreshSchedule)
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
    const known = { ...library, given, siteFacts: siteFacts === undefined ? library.siteFacts : siteFacts }
    await libraries.update(key, {
      given,
      siteFacts,
      ...mergeMetadata(known, context.clock.now()),
      title: title ?? undefined,
      description: description ?? undefined,
      refreshSchedule,
      source,
    })
    return (await libraries.byKey(key)) ?? library
  })
  if (isScopeChanged) await queueLibrary(context, caller, changed, { cause: "refresh" })
  const subject = `${id} (${Object.keys(change).toSorted().join(", ")})`
  await recordAuditEntry(context, caller, { action: "library.change", subject, teamspaceKey })
  await context.catalogueSync.catchUp()
  return describeStoredLibrary(context, changed)
}

async function assertValidSchedule(schedule: string): Promise<void> {
  // Loaded on demand, because few requests change a schedule.
  const { scheduleProblem } = await import("../../upkeep/refresh-schedule.ts")
  const problem = scheduleProblem(schedule)
  if (problem !== undefined) throw new InvalidInput(`refreshSchedule: ${problem}`)
}

function assertKnownLicense(license: string | null | undefined): void {
  if (typeof license !== "string" || spdxIdOf(license) !== null) return
  throw new InvalidInput(`license: ${license} is not an SPDX identifier. See https://spdx.org/licenses/`)
}

/** Returns the values from the operator after a change. */
function givenAfter(
  given: CustomTexts,
  change: Pick<
    UpdateLibraryRequest,
    "title" | "description" | "license" | "verified" | "recordQuestions" | "benchmarkScore"
  >,
): CustomTexts {
  const { title, description, license, verified, benchmarkScore, recordQuestions } = change
  return {
    title: valueAfter(given.title, title),
    description: valueAfter(given.description, description),
    license: valueAfter(given.license, license === undefined ? undefined : spdxIdOf(license)),
    isVerified: valueAfter(given.isVerified, verified),
    benchmarkScore: valueAfter(given.benchmarkScore, benchmarkScore),
    recordsQuestions: (recordQuestions ?? given.recordsQuestions) || undefined,
  }
}

/** Returns a value after a change: null removes it, and undefined keeps it. */
function valueAfter<Value>(before: Value | undefined, change: Value | null | undefined): Value | undefined {
  return change === undefined ? before : (change ?? undefined)
}
