import type { Caller } from "../../../access/identity/caller.ts"
import type { LibraryRecord } from "../../../catalogue/libraries/records.ts"
import { DuplicateRepository } from "../../errors.ts"
import { readerOf } from "../library-reader.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/**
 * Keeps a library as it is against who adds its source again and may not know of it: it would be read again, with
 * other settings or other files.
 *
 * @throws {DuplicateRepository} which does not name it.
 */
export async function assertMayAddAgain(
  context: AddLibraryServices,
  caller: Caller,
  library: LibraryRecord,
): Promise<void> {
  const reader = await readerOf(context, caller)
  if (reader.mayRead(library) !== "hidden") return
  throw new DuplicateRepository("this is a library already, which you may not read: ask an admin")
}
