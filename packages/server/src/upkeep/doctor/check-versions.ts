import { countOf } from "@lectern/contract"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { VersionRecord } from "../../catalogue/versions/records.ts"
import { type Examination, type Finding, findingOf } from "./finding.ts"

/** Number of libraries per query. */
const PAGE = 200
/** Number of a library's recent jobs that are searched for one that is queued or running. */
const JOBS_READ = 50

/** The results of checking versions. */
export interface CheckedVersions {
  readonly findings: readonly Finding[]
  /** Every blob that was examined. */
  readonly examined: ReadonlySet<string>
}

/** Checks the index file, the file report and the state of every version, and the counts that its library shows. */
export async function checkVersions(examination: Examination): Promise<CheckedVersions> {
  const checked = new VersionCheck(examination)
  for (let offset = 0; ; offset += PAGE) {
    const libraries = await examination.catalogue.libraries.list({ offset, limit: PAGE })
    for (const library of libraries) await checked.library(library)
    if (libraries.length < PAGE) return { findings: checked.findings(), examined: checked.examined }
  }
}

class VersionCheck {
  readonly examined = new Set<string>()
  readonly #examination: Examination
  readonly #indexes = new Problems()
  readonly #reports = new Problems()
  readonly #states = new Problems()
  readonly #counts = new Problems()
  #indexCount = 0
  #reportCount = 0
  #versionCount = 0

  constructor(examination: Examination) {
    this.#examination = examination
  }

  async library(library: LibraryRecord): Promise<void> {
    const { catalogue } = this.#examination
    const versions = await catalogue.versions.ofLibrary(library.key)
    const pending = await pendingTags(this.#examination, library)
    if (versions.length === 0 && isUnderWay(library.state) && pending.size === 0 && library.redirectTo === null) {
      await this.#repairState(library, "", "has no version, and no job is queued")
    }
    for (const version of versions) {
      this.#versionCount++
      const isIndexed = await this.#index(library, version, pending)
      await this.#report(library, version, pending, isIndexed)
    }
    await this.#totals(library, versions)
  }

  findings(): readonly Finding[] {
    const damaged = (problems: Problems, all: number, kind: string) =>
      problems.isEmpty ? `all ${all} ${kind} are intact` : `${problems.count} of ${all} ${kind} are missing or damaged`
    return [
      this.#indexes.finding("index files", "error", damaged(this.#indexes, this.#indexCount, "index files")),
      this.#reports.finding("file reports", "warning", damaged(this.#reports, this.#reportCount, "reports")),
      this.#states.finding(
        "versions",
        "error",
        this.#states.isEmpty
          ? `all ${this.#versionCount} versions have an index file or a job`
          : `${countOf(this.#states.count, "version has", "versions have")} neither an index file nor a job`,
      ),
      this.#counts.finding(
        "library totals",
        "warning",
        this.#counts.isEmpty
          ? "all totals match their versions"
          : `${countOf(this.#counts.count, "library shows", "libraries show")} wrong totals`,
      ),
    ]
  }

  async #index(library: LibraryRecord, version: VersionRecord, pending: ReadonlySet<string>): Promise<boolean> {
    const { indexHash, state, tag } = version
    if (indexHash === null) {
      const isExpected = state === "error" || pending.has(tag) || library.redirectTo !== null
      if (!isExpected) await this.#repairState(library, tag, `is in state ${state} without an index file or a job`)
      return false
    }
    this.#indexCount++
    const problem = await this.#problemOf(indexHash)
    if (problem === undefined) return true
    const remedy = isRefreshable(library)
      ? "refresh the library, or run lectern doctor --repair"
      : "import its bundle again, or restore the file from a backup"
    this.#indexes.add(`${nameOf(library, tag)}: index file ${indexHash} is ${problem}. To fix it, ${remedy}`)
    await this.#queueRefresh(this.#indexes, library, tag, { isPending: pending.has(tag) })
    return false
  }

  async #report(
    library: LibraryRecord,
    { tag, reportHash, archiveHash }: VersionRecord,
    pending: ReadonlySet<string>,
    isIndexed: boolean,
  ): Promise<void> {
    for (const hash of [reportHash, archiveHash]) {
      if (hash === null) continue
      this.#reportCount++
      const problem = await this.#problemOf(hash)
      if (problem === undefined) continue
      this.#reports.add(`${nameOf(library, tag)}: stored report ${hash} is ${problem}. The next rebuild replaces it`)
      // A damaged index file has already queued a refresh.
      if (isIndexed) await this.#queueRefresh(this.#reports, library, tag, { isPending: pending.has(tag), force: true })
    }
  }

  async #totals(library: LibraryRecord, versions: readonly VersionRecord[]): Promise<void> {
    const version = versions.find(({ tag }) => tag === "")
    if (version === undefined || version.indexHash === null) return
    const { totalSnippets, totalTokens, flaggedSnippets } = version
    const isEqual =
      library.totalSnippets === totalSnippets &&
      library.totalTokens === totalTokens &&
      library.flaggedSnippets === flaggedSnippets
    if (isEqual) return
    this.#counts.add(`${library.id}: shows ${library.totalSnippets} snippets, its version has ${totalSnippets}`)
    if (!this.#examination.isRepairing) return
    await this.#examination.catalogue.libraries.update(library.key, { totalSnippets, totalTokens, flaggedSnippets })
    this.#counts.repaired(`corrected the totals of ${library.id}`)
  }

  async #repairState(library: LibraryRecord, tag: string, problem: string): Promise<void> {
    this.#states.add(
      `${nameOf(library, tag)} ${problem}. To fix it, refresh the library, or run lectern doctor --repair`,
    )
    await this.#queueRefresh(this.#states, library, tag, { isPending: false })
  }

  async #queueRefresh(
    problems: Problems,
    library: LibraryRecord,
    versionTag: string,
    { isPending, force = false }: { readonly isPending: boolean; readonly force?: boolean },
  ): Promise<void> {
    if (!this.#examination.isRepairing || isPending || !isRefreshable(library)) return
    const payload = { cause: "refresh", force: force || undefined } as const
    const subject = { libraryKey: library.key, libraryId: library.id, versionTag }
    await this.#examination.catalogue.jobs.add({ kind: "ingest", ...subject, payload, requestedBy: null })
    problems.repaired(`queued a refresh of ${nameOf(library, versionTag)}`)
  }

  async #problemOf(hash: string): Promise<"missing" | "damaged" | undefined> {
    this.examined.add(hash)
    return problemOfBlob(this.#examination, hash)
  }
}

/** Describes the problem of a blob; undefined if its bytes match its hash. */
export async function problemOfBlob(
  { blobs }: Pick<Examination, "blobs">,
  hash: string,
): Promise<"missing" | "damaged" | undefined> {
  if (await blobs.isIntact(hash)) return undefined
  return (await blobs.has(hash)) ? "damaged" : "missing"
}

/** The problems and repairs of one check. */
class Problems {
  readonly #details: string[] = []
  readonly #repairs: string[] = []

  get count(): number {
    return this.#details.length
  }

  get isEmpty(): boolean {
    return this.#details.length === 0
  }

  add(detail: string): void {
    this.#details.push(detail)
  }

  repaired(repair: string): void {
    this.#repairs.push(repair)
  }

  finding(check: string, status: "warning" | "error", summary: string): Finding {
    return findingOf({
      check,
      status: this.isEmpty ? "ok" : status,
      summary,
      details: this.#details,
      repairs: this.#repairs,
    })
  }
}

async function pendingTags({ catalogue }: Examination, { key }: LibraryRecord): Promise<ReadonlySet<string>> {
  const jobs = await catalogue.jobs.list({ libraryKey: key, offset: 0, limit: JOBS_READ })
  return new Set(jobs.filter(isPending).map(({ versionTag }) => versionTag))
}

function isPending({ state }: JobRecord): boolean {
  return state === "queued" || state === "running"
}

function isUnderWay(state: LibraryRecord["state"]): boolean {
  return state === "initial" || state === "processing"
}

/** Returns true if a library can be rebuilt. A bundle is not kept after its import, so imported libraries cannot. */
function isRefreshable({ source }: LibraryRecord): boolean {
  return source.type !== "import"
}

function nameOf({ id }: LibraryRecord, tag: string): string {
  return tag === "" ? id : `${id}/${tag}`
}
