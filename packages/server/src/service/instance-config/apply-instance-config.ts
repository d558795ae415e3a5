import { isDeepStrictEqual } from "node:util"
import { type ApplyInstanceConfigResponse, type InstanceConfigStep, versionTagOf } from "@lectern/contract"
import { authorize, type Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { SecretUnreadable } from "../../access/secrets/encryption.ts"
import { InvalidInput, ServiceError } from "../../base/errors.ts"
import { isRedirectOfSource } from "../../catalogue/libraries/is-redirect-of-source.ts"
import type { LibraryChanges, LibraryRecord, SourceRecord } from "../../catalogue/libraries/records.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import { hasSameOrigin } from "../../sources/git/address.ts"
import type { Source } from "../../sources/source.ts"
import { recordOf, sourceOf } from "../../sources/source-record.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { recordLibraryAction } from "../audit/record-library-action.ts"
import { removeLibrary } from "../libraries/delete-library.ts"
import { queueLibrary } from "../libraries/submit-library.ts"
import type { InstanceConfigProblem, InstanceConfig } from "./parse-instance-config.ts"
import { describeTextChanges } from "./describe-text-changes.ts"
import { type InstanceConfigSecrets, desiredLibrary, type DesiredLibrary } from "./desired-library.ts"
import type { InstanceConfigServices } from "./instance-config-services.ts"

export interface ApplyInstanceConfigOptions {
  readonly manifest: string
  readonly dryRun?: boolean | undefined
  readonly prune?: boolean | undefined
  readonly secrets?: InstanceConfigSecrets | undefined
}

/** Maximum number of problems in an error, because one wrong indentation can cause hundreds. */
const MAX_PROBLEMS = 100

/**
 * Makes the libraries match an instance config. Applying it twice has no further effect. A listed library that a user
 * added gets the options in the file, but is never pruned: only libraries that an instance config with this name added
 * are.
 *
 * @throws {InvalidInput} listing every problem with its line; nothing is changed.
 */
export async function applyInstanceConfig(
  context: InstanceConfigServices,
  caller: Authorized<"applyManifest">,
  { manifest, dryRun = false, prune = false, secrets = {} }: ApplyInstanceConfigOptions,
): Promise<ApplyInstanceConfigResponse> {
  // Loaded on demand, with the YAML parser, which nothing else in a serving process needs.
  const { parseInstanceConfig } = await import("./parse-instance-config.ts")
  const read = parseInstanceConfig(manifest)
  const wanted = desiredLibraries(context, read, secrets)
  const manager = authorizeManager(context, read.name)
  const application = { name: read.name, manager, dryRun, prune, listedKeys: new Set<string>() }
  const steps: InstanceConfigStep[] = []
  for (const one of wanted) steps.push(await applyEntry(context, application, one))
  for (const library of await context.catalogue.libraries.managedBy(read.name)) {
    const isMoved = library.redirectTo !== null && !isRedirectOfSource(library)
    if (application.listedKeys.has(library.key) || isMoved) continue
    steps.push(await applyAbsence(context, application, library))
  }
  await context.catalogueSync.catchUp()
  if (!dryRun) await noteApplied(context, caller, { name: read.name, steps })
  return { name: read.name, applied: !dryRun, steps }
}

/** One application of an instance config. */
interface Application {
  readonly name: string
  readonly manager: Manager
  readonly dryRun: boolean
  readonly prune: boolean
  /** Row keys of the listed libraries. Not ids: a private and a public library can have the same one. */
  readonly listedKeys: Set<string>
}

/** Adds or changes the library of an entry. @returns what was done, or would be done. */
async function applyEntry(
  context: InstanceConfigServices,
  application: Application,
  wanted: DesiredLibrary,
): Promise<InstanceConfigStep> {
  const { existing, freeId } = await wanted.find()
  const library = existing === undefined ? undefined : await followRedirect(context, existing)
  if (library !== undefined) application.listedKeys.add(library.key)
  const step =
    library === undefined
      ? { ...stepOf("add", wanted.source.url), libraryId: freeId ?? null, details: detailsOfNew(wanted) }
      : await compare(context, { library, wanted, isOwn: library.managedBy === application.name })
  if (application.dryRun) return step
  return attempt(step, () => carryOut(context, application, { step, wanted, library }))
}

/** Deletes a library that the config no longer lists, or leaves it. */
async function applyAbsence(
  context: InstanceConfigServices,
  { manager, dryRun, prune }: Application,
  library: LibraryRecord,
): Promise<InstanceConfigStep> {
  const step = { ...stepOf(prune ? "remove" : "leave", library.source.url), libraryId: library.id }
  if (dryRun || !prune) return step
  return attempt(step, () => removeLibrary(context, manager, library))
}

/**
 * The program acting for an instance config. The libraries that it adds can be pruned by the config with the same name.
 */
type Manager = Authorized<"addLibrary"> & Authorized<"deleteLibrary">

function authorizeManager(context: InstanceConfigServices, name: string): Manager {
  const system = { kind: "system", manager: name } as const
  return authorize(context, authorize(context, system, "addLibrary"), "deleteLibrary")
}

/** @throws {InvalidInput} listing every problem of syntax and values. */
function desiredLibraries(
  context: InstanceConfigServices,
  read: InstanceConfig,
  secrets: InstanceConfigSecrets,
): readonly DesiredLibrary[] {
  const problems: InstanceConfigProblem[] = [...read.problems]
  const lineBySource = new Map<string, number>()
  const wanted = read.entries.flatMap(({ entry, line }) => {
    try {
      const one = desiredLibrary(context, entry, secrets)
      const before = lineBySource.get(one.sourceKey)
      if (before !== undefined)
        problems.push({
          line,
          message: `duplicate source: ${one.source.url} is already on line ${before}. Remove one of the two`,
        })
      lineBySource.set(one.sourceKey, line)
      return [one]
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      problems.push({ line, message: error.message })
      return []
    }
  })
  if (problems.length === 0) return wanted
  const sorted = problems.toSorted((left, right) => left.line - right.line)
  const shown = sorted.slice(0, MAX_PROBLEMS).map(({ line, message }) => `line ${line}: ${message}`)
  const more = sorted.length > MAX_PROBLEMS ? [`and ${sorted.length - MAX_PROBLEMS} more`] : []
  throw new InvalidInput(`lectern.yaml is not applied:\n${[...shown, ...more].join("\n")}`)
}

function stepOf(action: InstanceConfigStep["action"], source: string): InstanceConfigStep {
  return { action, libraryId: null, source, details: [], problem: null }
}

/**
 * Returns the library that a moved library redirects to. A redirect that a repository sets itself is not followed: its
 * author would decide which other library gets the options and the token of the entry.
 */
async function followRedirect(context: InstanceConfigServices, library: LibraryRecord): Promise<LibraryRecord> {
  if (library.redirectTo === null || isRedirectOfSource(library)) return library
  return (await context.catalogue.libraries.byId(library.redirectTo, library.teamspaceKey)) ?? library
}

function detailsOfNew({ words, versions }: DesiredLibrary): string[] {
  const given = Object.entries(words).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return [...given, ...(versions.length === 0 ? [] : [`versions: ${versions.join(", ")}`])]
}

interface Compared {
  readonly library: LibraryRecord
  readonly wanted: DesiredLibrary
  /** True if this instance config added the library, so that options that were removed from the file are reset. */
  readonly isOwn: boolean
}

async function compare(context: InstanceConfigServices, compared: Compared): Promise<InstanceConfigStep> {
  const { library, wanted } = compared
  const source = isSameSource(context, library.source, wanted) ? [] : ["source options"]
  const words = describeTextChanges(library, wordChanges(compared))
  const versions = await missingVersions(context, library, wanted)
  const visibility = becomesPrivate(compared) ? ["private"] : []
  const tags = versions.length === 0 ? [] : [`versions: ${versions.join(", ")}`]
  const details = [...visibility, ...source, ...words, ...tags]
  const step = stepOf(details.length === 0 ? "keep" : "change", wanted.source.url)
  return { ...step, libraryId: library.id, details }
}

/** Returns true for a public library whose first ingestion failed, probably because it is not public. */
function becomesPrivate({ library, wanted }: Pick<Compared, "library" | "wanted">): boolean {
  return wanted.isPrivate && !library.isPrivate
}

/** Returns undefined for a token that no key can decrypt; the token in the instance config then replaces it. */
function unsealed({ sealer }: InstanceConfigServices, sealed: string): string | undefined {
  try {
    return sealer.unseal(sealed)
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined
    throw error
  }
}

function isSameSource(
  context: InstanceConfigServices,
  present: SourceRecord,
  { source, token }: DesiredLibrary,
): boolean {
  const isSameToken =
    token === undefined || (present.sealedToken !== null && unsealed(context, present.sealedToken) === token)
  return isSameToken && isSameShape(sourceOf(present), source)
}

/**
 * Compares two sources, ignoring the address, the credentials and the host that follows from the address.
 */
function isSameShape(one: Source, other: Source): boolean {
  const ignored = { teamspaceKey: null, sealedToken: null, tokenSetBy: null, hostKind: null }
  const shape = (source: Source) => recordOf({ ...source, url: "", ...(source.kind === "git" ? ignored : {}) })
  return isDeepStrictEqual(shape(one), shape(other))
}

/** Returns the texts to change: those in the file, and resets for texts that were removed from it. */
function wordChanges({ library, wanted, isOwn }: Compared): LibraryChanges {
  const { title, description, schedule } = wanted.words
  const before = library.given
  const given = {
    ...before,
    title: title ?? (isOwn ? undefined : before.title),
    description: description ?? (isOwn ? undefined : before.description),
  }
  const isSameGiven = given.title === before.title && given.description === before.description
  const refreshSchedule = schedule ?? (isOwn ? null : library.refreshSchedule)
  return {
    given: isSameGiven ? undefined : given,
    title: title === library.title ? undefined : title,
    description: description === library.description ? undefined : description,
    refreshSchedule: refreshSchedule === library.refreshSchedule ? undefined : refreshSchedule,
  }
}

/**
 * Returns listed versions that do not exist yet. A version that failed is retried by its own refresh, not each time the
 * config is applied.
 */
async function missingVersions(context: InstanceConfigServices, library: LibraryRecord, { versions }: DesiredLibrary) {
  if (versions.length === 0) return []
  const known = new Set((await context.catalogue.versions.ofLibrary(library.key)).map(({ tag }) => tag))
  return versions.map(versionTagOf).filter((tag) => !known.has(tag))
}

interface Work {
  readonly step: InstanceConfigStep
  readonly wanted: DesiredLibrary
  readonly library: LibraryRecord | undefined
}

async function carryOut(
  context: InstanceConfigServices,
  { manager, listedKeys }: Pick<Application, "manager" | "listedKeys">,
  { step, wanted, library }: Work,
): Promise<string | null> {
  if (step.action === "keep") return step.libraryId
  const { libraries } = context.catalogue
  const isAdded = library === undefined || becomesPrivate({ library, wanted })
  const present = isAdded ? await addListed(context, manager, wanted) : library
  if (present === undefined) return step.libraryId
  listedKeys.add(present.key)
  const isOwn = manager.kind === "system" && present.managedBy === manager.manager
  const changes = wordChanges({ library: present, wanted, isOwn })
  if (Object.keys(changes).length > 0) {
    await libraries.update(present.key, changes)
    await recordLibraryAction(context, manager, "library.change", present)
  }
  if (!isSameSource(context, present.source, wanted)) {
    assertTokenStays(present, wanted)
    const source = { ...recordOf(withStoredToken(wanted.source, present.source)), url: present.source.url }
    await libraries.update(present.key, { source })
    await recordLibraryAction(context, manager, "library.replace", { ...present, source })
    await queueLibrary(context, manager, present, { cause: "refresh", force: true })
  }
  for (const versionTag of await missingVersions(context, present, wanted)) {
    await queueLibrary(context, manager, present, { cause: "refresh", versionTag })
  }
  return present.id
}

/** @throws {InvalidInput} if the token of an entry would be sent to another host than the one in the entry. */
function assertTokenStays({ id, source }: LibraryRecord, wanted: DesiredLibrary): void {
  if (wanted.token === undefined || hasSameOrigin(source.url, wanted.source.url)) return
  throw new InvalidInput(
    `gitTokenFrom: the repository of ${id} is now ${source.url}, on another host. Change its address in the file, and check that the token is for that host`,
  )
}

async function addListed(
  { catalogue }: InstanceConfigServices,
  manager: Manager,
  wanted: DesiredLibrary,
): Promise<LibraryRecord | undefined> {
  const { libraryName } = await wanted.add(manager)
  return catalogue.libraries.byId(libraryName, wanted.isPrivate ? MAIN_TEAMSPACE : null)
}

/** Keeps the stored token with the account that set it, and the use of a connected account, if the file contains no token. */
function withStoredToken(wanted: Source, record: SourceRecord): Source {
  const present = sourceOf(record)
  if (wanted.kind !== "git" || present.kind !== "git" || wanted.sealedToken !== null) return wanted
  const { sealedToken, tokenSetBy, teamspaceKey } = present
  return { ...wanted, sealedToken, tokenSetBy, teamspaceKey }
}

/** Runs a step. If it fails, returns the step with its problem, so that the other steps still run. */
async function attempt(
  step: InstanceConfigStep,
  act: () => Promise<string | null | void>,
): Promise<InstanceConfigStep> {
  try {
    return { ...step, libraryId: (await act()) ?? step.libraryId }
  } catch (error) {
    if (error instanceof ServiceError && error.expected) return { ...step, problem: error.message }
    throw error
  }
}

/** Records an application: every one in the log, and those that changed something also in the audit log. */
async function noteApplied(
  context: InstanceConfigServices,
  caller: Caller,
  { name, steps }: { readonly name: string; readonly steps: readonly InstanceConfigStep[] },
): Promise<void> {
  const counts = countsOf(steps)
  context.log.info({ name, ...counts }, "lectern.yaml applied")
  const { keep: _keep, leave: _leave, ...changes } = counts
  const parts = Object.entries(changes).map(([action, count]) => `${action} ${count}`)
  if (parts.length === 0) return
  await recordAuditEntry(context, caller, {
    action: "manifest.apply",
    subject: `${name}: ${parts.join(", ")}`,
    teamspaceKey: null,
  })
}

function countsOf(steps: readonly InstanceConfigStep[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { action, problem } of steps) {
    const word = problem === null ? action : "failed"
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}
