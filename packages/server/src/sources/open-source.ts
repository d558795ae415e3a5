import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import { kindOf } from "./registry.ts"
import type { OpenRequest, SourceDependencies } from "./kind/source-kind.ts"
import { sourceOf } from "./source-record.ts"
import type { SourceSnapshot } from "./base/source-file.ts"

/** The source of a library to open, and what is known about it. */
export interface SourceRequest extends Omit<
  OpenRequest<unknown>,
  "libraryId" | "libraryKey" | "source" | "knownBranch"
> {
  readonly library: Pick<LibraryRecord, "id" | "key" | "source" | "branch">
}

/**
 * Opens a source.
 *
 * @throws a ServiceError with the reason, and whether a retry may succeed.
 */
export type OpenSource = (request: SourceRequest, signal: AbortSignal) => Promise<SourceSnapshot>

/** Creates the function that opens sources of every kind, using the registry. */
export function createSourceOpener(dependencies: SourceDependencies): OpenSource {
  return async ({ library, ...request }, signal) => {
    const source = sourceOf(library.source)
    return kindOf(source).open(
      { ...request, libraryId: library.id, libraryKey: library.key, source, knownBranch: library.branch },
      dependencies,
      signal,
    )
  }
}
