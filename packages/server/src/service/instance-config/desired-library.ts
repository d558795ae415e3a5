import type { AddLibraryResponse, LecternYamlEntry, LecternYamlGit, LecternYamlWebsite } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { PUBLIC } from "../libraries/lookup/ownership.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { InvalidInput } from "../../base/errors.ts"
import { scheduleProblem } from "../../upkeep/refresh-schedule.ts"
import { addGitRepository, findRepository, gitSourceOf, isPrivate } from "../libraries/add/add-git-repository.ts"
import { addLlmsTxt } from "../libraries/add/add-llmstxt.ts"
import { addOpenApi } from "../libraries/add/add-openapi.ts"
import { addWebsite } from "../libraries/add/add-website.ts"
import { readGitAddress } from "../../sources/git/address.ts"
import { readLlmsTxtAddress } from "../../sources/llmstxt/address.ts"
import { readOpenApiAddress } from "../../sources/openapi/address.ts"
import { plainAddress } from "../../sources/base/plain-address.ts"
import type { Source } from "../../sources/source.ts"
import { readWebsiteAddress } from "../../sources/website/address.ts"
import type { InstanceConfigServices } from "./instance-config-services.ts"

/** Values of the environment variables that an instance config refers to. */
export type InstanceConfigSecrets = Readonly<Record<string, string | undefined>>

/** A library as described in an instance config. */
export interface DesiredLibrary {
  /** The same for every spelling of the same source. */
  readonly sourceKey: string
  readonly source: Source
  readonly words: Pick<LecternYamlEntry, "title" | "description" | "schedule">
  /** Tags and branches to index besides the default version. */
  readonly versions: readonly string[]
  /** Access token; undefined keeps the current one. */
  readonly token: string | undefined
  /** True if the library must not be public. */
  readonly isPrivate: boolean
  /**
   * Finds the library with this source, or the id that a new one would get. If the source has a public and a private
   * library, the one that the entry describes; a private entry never finds a public library that has readers.
   */
  find(): Promise<{ readonly existing?: LibraryRecord | undefined; readonly freeId?: string | undefined }>
  add(caller: Authorized<"addLibrary">): Promise<AddLibraryResponse>
}

/**
 * Converts an entry of an instance config, without network requests.
 *
 * @throws a ServiceError if a value is invalid: an address, a schedule, or a variable that is not set.
 */
export function desiredLibrary(
  context: InstanceConfigServices,
  entry: LecternYamlEntry,
  secrets: InstanceConfigSecrets,
): DesiredLibrary {
  const { title, description, schedule } = entry
  const problem = schedule === undefined ? undefined : scheduleProblem(schedule)
  if (problem !== undefined) throw new InvalidInput(`schedule: ${problem}`)
  const words = { title, description, schedule }
  if ("git" in entry) return { ...desiredGit(context, entry, secrets), words }
  const plain = { words, versions: [], token: undefined, isPrivate: false }
  if ("website" in entry) return { ...plain, ...desiredWebsite(context, entry) }
  if ("llmstxt" in entry) {
    const { source } = readLlmsTxtAddress(context.guard, entry.llmstxt)
    const add = (caller: Authorized<"addLibrary">) => addLlmsTxt(context, caller, { llmstxtUrl: source.url })
    return { ...plain, ...desiredAddress(context, source), add }
  }
  const { source } = readOpenApiAddress(context.guard, entry.openapi)
  const add = (caller: Authorized<"addLibrary">) => addOpenApi(context, caller, { openApiUrl: source.url })
  return { ...plain, ...desiredAddress(context, source), add }
}

function desiredGit(
  context: InstanceConfigServices,
  entry: LecternYamlGit,
  secrets: InstanceConfigSecrets,
): Omit<DesiredLibrary, "words"> {
  const { git, versions = [], gitTokenFrom, title: _title, description: _text, schedule: _when, ...options } = entry
  const token = gitTokenFrom === undefined ? undefined : secrets[gitTokenFrom]
  if (gitTokenFrom !== undefined && !token)
    throw new InvalidInput(
      `gitTokenFrom: the environment variable ${gitTokenFrom} is not set. Set it, or remove gitTokenFrom`,
    )
  const address = readGitAddress(git, context.guard)
  const request = { ...options, docsRepoUrl: git, hostKind: "git" as const, gitToken: token }
  const isPrivateEntry = isPrivate(request)
  const owner = isPrivateEntry ? { isPrivate: true, teamspaceKey: MAIN_TEAMSPACE, projectKey: null } : PUBLIC
  return {
    sourceKey: `git ${address.identity.sourceKey}`,
    source: gitSourceOf(context, request, { address, teamspaceKey: null, setBy: { kind: "system" } }),
    versions,
    token,
    isPrivate: isPrivateEntry,
    async find() {
      const open = isPrivateEntry ? undefined : await findRepository(context, address, { owner, readable: null })
      if (open?.existing !== undefined) return open
      return findRepository(context, address, { owner, readable: MAIN_TEAMSPACE })
    },
    add: (caller) => addGitRepository(context, caller, request),
  }
}

function desiredWebsite(
  context: InstanceConfigServices,
  entry: LecternYamlWebsite,
): Pick<DesiredLibrary, "sourceKey" | "source" | "find" | "add"> {
  const { website, baseUrl, maxPages, maxDepth, excludePatterns } = entry
  const request = { websiteUrl: website, websiteBaseUrl: baseUrl, maxPages, maxDepth, excludePatterns }
  const { source } = readWebsiteAddress(context.guard, request)
  return { ...desiredAddress(context, source), add: (caller) => addWebsite(context, caller, request) }
}

function desiredAddress(
  context: InstanceConfigServices,
  source: Source,
): Pick<DesiredLibrary, "sourceKey" | "source" | "find"> {
  return {
    sourceKey: `${source.kind} ${plainAddress(source.url)}`,
    source,
    async find() {
      const found = await context.catalogue.libraries.bySourceUrl(source.url)
      return found?.source.type === source.kind ? { existing: found } : {}
    },
  }
}
