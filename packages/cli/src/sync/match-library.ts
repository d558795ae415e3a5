import { ApiError, type LecternClient } from "@lectern/client"
import { type LibraryRecord, repositoryIdentity, type SearchResultItem } from "@lectern/contract"
import type { Dependency, Ecosystem } from "./dependency.ts"
import type { Documentation } from "./documentation.ts"

/** Prefixes and suffixes that package names have but product names may lack, or vice versa. */
const AFFIXES: Readonly<Record<Ecosystem, RegExp>> = {
  npm: /js$/,
  python: /^(?:py|python)|py$/,
  go: /^go|go$/,
  cargo: /^(?:rust|rs)|(?:rs|rust)$/,
  maven: /^(?:java)|(?:core|java)$/,
  composer: /php$/,
  rubygems: /^ruby|(?:rb|ruby)$/,
}

/** Finds libraries on a server, and sends each request only once. */
export interface LibraryFinder {
  /**
   * Finds the library of a package: that of its documentation, else that of its own repository, else by its exact name.
   * A wrong library would be worse than none.
   */
  find(dependency: Dependency, documentation: Documentation | undefined): Promise<LibraryRecord | undefined>
}

/** Creates a finder. */
export function createLibraryFinder(client: LecternClient, signal: AbortSignal): LibraryFinder {
  const recordById = new Map<string, Promise<LibraryRecord | undefined>>()

  function record(id: string): Promise<LibraryRecord | undefined> {
    const key = id.toLowerCase()
    const asked = recordById.get(key) ?? readRecord(client, id, signal)
    recordById.set(key, asked)
    return asked
  }

  return {
    async find(dependency, documentation) {
      const ids = [
        documentation && documentationId(documentation),
        dependency.repositoryUrl === undefined ? undefined : repositoryId(dependency.repositoryUrl),
      ]
      for (const id of new Set(ids)) {
        const library = id === undefined ? undefined : await record(id)
        if (library !== undefined) return library
      }
      const name = searchName(dependency)
      const { results } = await client.searchLibraries({ libraryName: name, query: name }, { signal })
      const best = results.find((result) => isNamed(result, dependency))
      return best === undefined ? undefined : record(best.id)
    },
  }
}

/** Returns the id of the library that contains this documentation; undefined if its address is invalid. */
export function documentationId({ libraryId, repositoryUrl }: Documentation): string | undefined {
  return libraryId ?? (repositoryUrl === undefined ? undefined : repositoryId(repositoryUrl))
}

function repositoryId(url: string): string | undefined {
  const identity = repositoryIdentity(url)
  return "problem" in identity ? undefined : identity.id
}

async function readRecord(client: LecternClient, id: string, signal: AbortSignal): Promise<LibraryRecord | undefined> {
  try {
    return await client.getLibrary(id, { signal })
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return undefined
    // The library has moved: request the new id once.
    if (thrown instanceof ApiError && thrown.redirectUrl !== undefined)
      return client.getLibrary(thrown.redirectUrl, { signal })
    throw thrown
  }
}

/** Returns the part of a package's name that users would search for. */
function searchName({ ecosystem, name }: Dependency): string {
  switch (ecosystem) {
    case "go":
      return (
        name
          .replace(/\/v\d+$/, "")
          .split("/")
          .at(-1) ?? name
      )
    case "maven":
      return name.split(":").at(-1) ?? name
    case "npm":
    case "composer":
      return name.replace(/^@/, "").split("/").at(-1) ?? name
    default:
      return name
  }
}

function isNamed(result: SearchResultItem, dependency: Dependency): boolean {
  const { ecosystem } = dependency
  const wanted = fold(searchName(dependency), ecosystem)
  const [, owner = "", repo = ""] = result.id.split("/")
  const [scope] = /^@?([^/]+)\//.exec(dependency.name)?.slice(1) ?? []
  // A scoped package belongs to its organisation: @acme/router is not the library router.
  const isScoped = (ecosystem === "npm" && dependency.name.startsWith("@")) || ecosystem === "composer"
  if (isScoped && fold(owner, ecosystem) !== fold(scope ?? "", ecosystem)) return false
  return [result.title, repo].some((name) => fold(name, ecosystem) === wanted)
}

function fold(name: string, ecosystem: Ecosystem): string {
  const letters = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "")
  const bare = letters.replace(AFFIXES[ecosystem], "")
  return bare === "" ? letters : bare
}
