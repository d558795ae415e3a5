import { alternateRepositoryId, type HookHost, type HookResponse } from "@lectern/contract"
import { InvalidApiKey } from "../../access/errors.ts"
import { type HookHeaders, isSigned } from "../../access/secrets/incoming-hook-signature.ts"
import { InvalidInput, ServiceError } from "../../base/errors.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { recordLibraryAction } from "../audit/record-library-action.ts"
import { findRepository } from "../libraries/add/add-git-repository.ts"
import { isSameRepository, readGitAddress, sshSpellings } from "../../sources/git/address.ts"
import { PUBLIC } from "../libraries/lookup/ownership.ts"
import { queueLibrary } from "../libraries/submit-library.ts"
import { readHookSecret } from "./hook-secret.ts"
import { type Push, type PushedReference, parsePush } from "./parse-push.ts"
import type { IncomingHookServices } from "./incoming-hook-services.ts"

/** A webhook as received. */
export interface ReceivedHook {
  readonly forge: HookHost
  readonly headers: HookHeaders
  readonly body: Uint8Array
}

/** Maximum number of branches and tags per hook; only the first push of a mirror has more. */
const MAX_REFERENCES = 20

/**
 * Queues a refresh of the libraries of a pushed repository. A repeated hook is merged into the queued refresh, or its
 * job finds nothing changed.
 *
 * @returns the same for every repository, known or not.
 * @throws {InvalidApiKey} if the signature does not match the secret. @throws {InvalidInput} if the body is not JSON.
 */
export async function receivePush(context: IncomingHookServices, hook: ReceivedHook): Promise<HookResponse> {
  const secret = await readHookSecret(context)
  if (secret === undefined || !isSigned(hook.forge, hook, secret)) {
    throw new InvalidApiKey(
      "invalid webhook signature: the webhook is not signed with the secret of this instance. Run lectern admin hook-secret to see it",
    )
  }
  const push = parsePush(hook.forge, hook.headers, readBody(hook))
  if (push !== undefined) await refreshPushed(context, push)
  return { message: "webhook received" }
}

/** Parses the body. GitHub sends a form that contains the JSON, unless it is configured to send JSON. */
function readBody({ headers, body }: ReceivedHook): unknown {
  const text = new TextDecoder().decode(body)
  const isForm = String(headers["content-type"]).startsWith("application/x-www-form-urlencoded")
  try {
    return JSON.parse(isForm ? (new URLSearchParams(text).get("payload") ?? "") : text)
  } catch {
    throw new InvalidInput(
      "invalid webhook: the body is not JSON. Set the content type of the webhook to application/json",
    )
  }
}

async function refreshPushed(context: IncomingHookServices, push: Push): Promise<void> {
  for (const library of await findPushed(context, push)) await refreshOne(context, library, push)
}

async function refreshOne(
  context: IncomingHookServices,
  library: LibraryRecord,
  { references, defaultBranch }: Push,
): Promise<void> {
  const tags = new Set<string>()
  for (const reference of references.slice(0, MAX_REFERENCES)) {
    const isDefault = reference.kind === "branch" && reference.name === defaultBranch
    const versionTag = await refreshedBy(context, library, { ...reference, isDefault })
    if (versionTag !== undefined) tags.add(versionTag)
  }
  for (const versionTag of tags) {
    await queueLibrary(context, { kind: "system" }, library, { cause: "refresh", versionTag })
  }
  if (tags.size > 0) await recordLibraryAction(context, { kind: "system" }, "library.refresh", library)
  context.log.info({ libraryId: library.id, refreshes: tags.size }, "push received")
}

/**
 * Finds the public and private libraries of a repository. Includes all of them, because the secret belongs to the whole
 * instance.
 */
async function findPushed(
  context: IncomingHookServices,
  { repositoryUrl, sshUrl }: Push,
): Promise<readonly LibraryRecord[]> {
  const { libraries } = context.catalogue
  try {
    const address = readGitAddress(repositoryUrl, context.guard)
    const { existing } = await findRepository(context, address, { owner: PUBLIC, readable: null })
    const { identity, url } = address
    const ids = [identity.id, alternateRepositoryId(identity)]
    const spellings = new Set([url, ...sshSpellings(address, sshUrl)])
    // Git hosts write an address in their own form, which is often not the form in the request.
    const alike = (await Promise.all([...spellings].map((spelling) => libraries.ofSource(spelling, ids)))).flat()
    const read = alike.filter(
      ({ source }) => source.type === "git" && (spellings.has(source.url) || isSameRepository(source.url, identity)),
    )
    const found = new Map(
      [...(existing === undefined ? [] : [existing]), ...read].map((library) => [library.key, library]),
    )
    const followed = [...found.values()].map(async (library) =>
      library.redirectTo === null ? library : await libraries.byId(library.redirectTo, library.teamspaceKey),
    )
    const current = (await Promise.all(followed)).filter((library) => library !== undefined)
    return [...new Map(current.map((library) => [library.key, library])).values()]
  } catch (error) {
    // No library has a blocked or invalid address.
    if (error instanceof ServiceError && error.expected) return []
    throw error
  }
}

/**
 * Finds the version to refresh after a push. A push to the library's own branch or to any tag refreshes the default
 * version, whose ingestion finds new tags and queues versions whose tag has moved. So does a push to the default branch
 * if the library reads that branch, because it may have another name than when the library was indexed.
 *
 * @returns undefined for branches that are not indexed.
 */
async function refreshedBy(
  context: IncomingHookServices,
  library: LibraryRecord,
  { kind, name, isDefault }: PushedReference & { readonly isDefault: boolean },
): Promise<string | undefined> {
  if (library.source.type !== "git") return undefined
  const own = library.branch === "" ? library.source.branch : library.branch
  if (kind === "tag" || own === null || own === name) return ""
  if (isDefault && library.source.branch === null) return ""
  const versions = await context.catalogue.versions.ofLibrary(library.key)
  return versions.find(({ branch, indexHash, tag }) => tag !== "" && indexHash !== null && branch === name)?.tag
}
