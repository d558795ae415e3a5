import type { LibraryRecord as WireLibrary, UpdateLibraryRequest } from "@lectern/contract"
import type { Caller } from "../access/caller.ts"
import { InvalidInput } from "../base/errors.ts"
import type { GivenWords } from "../catalogue/records.ts"
import { scheduleProblem } from "../ingest/refresh-schedule.ts"
import { LibraryMissing } from "./errors.ts"
import { findLibrary } from "./find-library.ts"
import { readLibrary } from "./read-library.ts"
import { allow, type ServiceContext } from "./service-context.ts"

/**
 * Changes what an operator says about a library. A title or description that is taken back stays until the source is
 * read again, which gives it its own.
 *
 * @throws {LibraryMissing} @throws {InvalidInput} for a schedule that cannot be read.
 */
export async function updateLibrary(
  context: ServiceContext,
  caller: Caller,
  { libraryId, ...change }: UpdateLibraryRequest & { readonly libraryId: string },
): Promise<WireLibrary> {
  allow(context, caller, "updateLibrary")
  const { refreshSchedule } = change
  const problem = typeof refreshSchedule === "string" ? scheduleProblem(refreshSchedule) : undefined
  if (problem !== undefined) throw new InvalidInput(`refreshSchedule: ${problem}`)
  const { key, isPrivate } = await findLibrary(context, caller, libraryId)
  if (!isPrivate) allow(context, caller, "updatePublicLibrary")
  await context.catalogue.inTransaction(async ({ libraries }) => {
    const library = await libraries.byKey(key)
    if (library === undefined || library.isDeleted) throw new LibraryMissing(libraryId)
    const { title, description } = change
    await libraries.update(key, {
      given: givenAfter(library.given, change),
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
      ...(refreshSchedule === undefined ? {} : { refreshSchedule }),
    })
  })
  await context.follower.catchUp()
  return readLibrary(context, caller, { libraryId })
}

/** Words after a change: null takes a word back, what is not mentioned stays. */
export function givenAfter(given: GivenWords, change: Pick<UpdateLibraryRequest, "title" | "description">): GivenWords {
  const title = change.title === undefined ? given.title : change.title
  const description = change.description === undefined ? given.description : change.description
  return {
    ...(title === undefined || title === null ? {} : { title }),
    ...(description === undefined || description === null ? {} : { description }),
  }
}
