import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { Viewer } from "./viewer.ts"
import { attributesOf, type LibraryAttributes } from "./library-attributes.ts"

/** Creates a library; every field can be overridden. */
function aStoredLibrary(given: Partial<LibraryRecord> = {}): LibraryRecord {
  const id = given.id ?? "/acme/docs"
  return {
    key: `key of ${id}`,
    id,
    foldedId: id.toLowerCase(),
    kind: "repo",
    title: "",
    description: "",
    isDescribed: false,
    state: "finalized",
    stateReason: null,
    teamspaceKey: null,
    isPrivate: (given.teamspaceKey ?? null) !== null,
    projectKey: null,
    license: null,
    siteFacts: null,
    access: null,
    branch: "main",
    stars: -1,
    trustScore: -1,
    benchmarkScore: -1,
    isVerified: false,
    redirectTo: null,
    rules: [],
    availableTags: [],
    characteristicTerms: [],
    aliases: [],
    totalTokens: 0,
    totalSnippets: 0,
    flaggedSnippets: 0,
    createdAtMs: 0,
    publishedAtMs: 0,
    changeNumber: 1,
    isDeleted: false,
    given: {},
    refreshSchedule: null,
    managedBy: null,
    facts: {},
    writtenDescription: null,
    writtenTokens: 0,
    ...given,
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
      ...given.source,
    },
  }
}

/** Creates the attributes of such a library. */
export function makeAttributes(given: Partial<LibraryRecord> = {}): LibraryAttributes {
  return attributesOf(aStoredLibrary(given))
}

/** Creates a member of the teamspace `t1`. */
export function makeViewer(given: Partial<Viewer> = {}): Viewer {
  return {
    teamspaceKey: "t1",
    seesPrivate: true,
    userKey: "u1",
    groups: [],
    isAdmin: false,
    isProgram: false,
    isOnlyTeamspace: false,
    ...given,
  }
}
