import { isFailedAddition } from "../../catalogue/libraries/is-failed-addition.ts"
import { shownDescription } from "../../catalogue/libraries/shown-description.ts"
import { LibraryList } from "../../access/visibility/library-list.ts"
import { attributesOf, type LibraryAttributes } from "../../access/visibility/library-attributes.ts"
import type { LibraryOutline, ListedLibrary } from "../../catalogue/libraries/records.ts"
import type { DirectoryEntry, LibraryDirectory } from "../../resolve/directory/library-directory.ts"

/** The directory and the visibility attributes of its libraries. */
export class KnownLibraries {
  readonly attributesByKey = new Map<string, LibraryAttributes>()
  readonly namedLibraries = new LibraryList()
  readonly directory: LibraryDirectory

  constructor(directory: LibraryDirectory) {
    this.directory = directory
  }

  /** Updates the attributes that visibility depends on. */
  putAttributes(library: LibraryOutline): void {
    const attributes = attributesOf(library)
    this.namedLibraries.remove(library.key)
    if (!library.isDeleted) this.namedLibraries.add(attributes)
    if (isListed(library)) this.attributesByKey.set(library.key, attributes)
    else this.attributesByKey.delete(library.key)
  }

  /** Updates the directory. */
  putEntry(library: ListedLibrary): void {
    if (isListed(library)) this.directory.put(entryOf(library))
    else this.directory.remove(library.key)
  }
}

/**
 * Returns true if a library is in the directory. A library that has moved is listed only under its new id, and one
 * whose first ingestion failed is not listed.
 */
function isListed(library: LibraryOutline): boolean {
  return !library.isDeleted && library.redirectTo === null && !isFailedAddition(library)
}

function entryOf(library: ListedLibrary): DirectoryEntry {
  const { description } = shownDescription(library)
  const { key, id, title, characteristicTerms, aliases, stars, trustScore, totalSnippets, teamspaceKey } = library
  return { key, id, title, description, characteristicTerms, aliases, stars, trustScore, totalSnippets, teamspaceKey }
}
