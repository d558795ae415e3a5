import type { NewJob } from "./jobs/records.ts"
import type { NewLibrary } from "./libraries/records.ts"
import type { Publication } from "./versions/records.ts"

/** Creates a library; every field can be overridden. */
export function aLibrary(given: Partial<NewLibrary> = {}): NewLibrary {
  const id = given.id ?? "/fastapi/fastapi"
  return {
    id,
    kind: "repo",
    title: "FastAPI",
    description: "A web framework",
    isDescribed: false,
    isPrivate: false,
    source: {
      type: "git",
      url: `https://github.com${id}.git`,
      hostKind: "github",
      branch: null,
      folders: [],
      excludeFolders: [],
      excludeFiles: [],
      skipVersionFiltering: false,
      generateDocs: false,
      sealedToken: null,
    },
    ...given,
  }
}

/** Creates an ingest job of a library. */
export function aJob(
  library: { readonly key: string; readonly id: string } | null,
  given: Partial<NewJob> = {},
): NewJob {
  return {
    kind: "ingest",
    libraryKey: library?.key ?? null,
    libraryId: library?.id ?? null,
    versionTag: "",
    payload: {},
    requestedBy: null,
    ...given,
  }
}

/** Creates a publication. */
export function aPublication(given: Partial<Publication> = {}): Publication {
  return {
    branch: "main",
    revision: "a".repeat(40),
    indexHash: "1".repeat(64),
    reportHash: null,
    archiveHash: null,
    recipe: "1",
    totalTokens: 100,
    totalSnippets: 10,
    ...given,
  }
}
