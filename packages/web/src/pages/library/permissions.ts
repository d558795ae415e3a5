import type { LibraryRecord } from "@lectern/contract"
import { usePermissions } from "../../app/session.ts"

/** Tells whether the caller may change a library, as the API decides it. */
export function useMayUpdate({ private: isPrivate }: Pick<LibraryRecord, "private">): boolean {
  const may = usePermissions()
  return may("updateLibrary") && (isPrivate || may("updatePublicLibrary"))
}

/** Tells whether the caller may delete a library or its versions. */
export function useMayDelete({ private: isPrivate }: Pick<LibraryRecord, "private">): boolean {
  const may = usePermissions()
  return may("deleteLibrary") && (isPrivate || may("deletePublicLibrary"))
}
