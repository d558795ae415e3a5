import type { LibraryRecord } from "@lectern/contract"
import { usePermissions } from "../../app/session.ts"

/** Returns true if the caller may change a library, by the same rules as the API. */
export function useMayUpdate({ private: isPrivate }: Pick<LibraryRecord, "private">): boolean {
  const may = usePermissions()
  return may("updateLibrary") && (isPrivate || may("updatePublicLibrary"))
}

/** Returns true if the caller may delete a library or its versions. */
export function useMayDelete({ private: isPrivate }: Pick<LibraryRecord, "private">): boolean {
  const may = usePermissions()
  return may("deleteLibrary") && (isPrivate || may("deletePublicLibrary"))
}
