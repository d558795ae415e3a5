import { LIMITS, parseLibraryId } from "@lectern/contract"
import type { Clock } from "../../base/clock.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { LibraryChanges, LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { Plan } from "../../catalogue/teamspaces/records.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { VersionRecord } from "../../catalogue/versions/records.ts"
import { emitIngested } from "./emit-library-events.ts"
import { RunStopped, TooManyTokens } from "../errors.ts"
import type { DedicatedHosts } from "../../config/dedicated-hosts.ts"
import { applySourceChanges } from "./apply-source-changes.ts"
import type { BuiltIndex } from "./built-index.ts"
import type { RunWatch } from "../run-watch.ts"
import { moveTo } from "../states.ts"
import { storeReport } from "../../blobs/stored-report.ts"
import { hostDescription, mergeMetadata } from "../../upkeep/merge-metadata.ts"
import { ownPackages } from "../../resolve/directory/own-packages.ts"

/** Where published things go. */
export interface PublishingDependencies {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  readonly clock: Clock
  /** Most tokens in the private libraries of a teamspace of a plan; none: no limit. */
  readonly maxTokensOf?: (plan: Plan) => number
  /** Git hosts whose repositories get ids without a host; none: all hosts. */
  readonly dedicatedHosts?: DedicatedHosts
}

/** A claimed job with what it works on, as they stood when the run began. */
export interface ClaimedRun {
  readonly job: JobRecord
  readonly workerId: string
  readonly library: LibraryRecord
  readonly version: VersionRecord
}

/**
 * Makes a built index the served one: its bytes and the report go into the blobs, then one transaction switches the
 * version, describes the library and completes the job. Until that commits the old index is served.
 *
 * @throws {RunStopped} when the job belongs to another worker, or the version was replaced or deleted; nothing has
 *   changed then.
 * @throws {TooManyTokens} when the plan of its teamspace has no room for it; what was served stays.
 */
export async function publishIndex(
  { catalogue, blobs, clock, maxTokensOf, dedicatedHosts }: PublishingDependencies,
  { job, workerId, library, version }: ClaimedRun,
  { built, watch }: { readonly built: BuiltIndex; readonly watch: RunWatch },
): Promise<void> {
  watch.signal.throwIfAborted()
  watch.onProgress("publishing", built.progress)
  await watch.flush()
  const indexHash = await blobs.putFile(built.indexPath)
  const reportHash = await storeReport(blobs, built.report)
  const archiveHash = built.archivePath === undefined ? null : await blobs.putFile(built.archivePath)
  watch.signal.throwIfAborted()
  const { revision, branch, recipe, embedder, summary } = built
  const totals = { totalTokens: summary.tokens, totalSnippets: summary.snippets }
  await catalogue.inTransaction(async (inside) => {
    const publication = { branch, revision, indexHash, reportHash, archiveHash, recipe, embedder, ...totals }
    // Deleted or published by someone else since the run began: what was built is of no use any more.
    if (!(await inside.versions.publish(version.key, version.generation, publication)))
      throw new RunStopped("cancelled")
    if (library.teamspaceKey !== null) await assertTokenQuota(inside, library.teamspaceKey, maxTokensOf)
    await moveTo(inside, version, "finalized")
    if (version.tag === "") {
      // As it stands now: an operator may have given it other words since the run began.
      const described = (await inside.libraries.byKey(library.key)) ?? library
      const changes = { ...changesOf(described, built, clock.now()), ...totals, publishedAtMs: clock.now() }
      await inside.libraries.update(library.key, changes)
      await applySourceChanges({ catalogue: inside, dedicatedHosts }, library.key, built.news)
    }
    const end = { state: "succeeded", outcome: "published", reportHash } as const
    if (!(await inside.jobs.finish(job.id, workerId, end))) throw new RunStopped("lost")
    const { snippets, tokens } = summary
    const read = { jobId: job.id, version, outcome: "published", snippets, tokens, nowMs: clock.now() } as const
    await emitIngested(inside, library.key, read)
  })
}

/** Counts with what has just been published, so that two jobs that end at once count each other. */
async function assertTokenQuota(
  inside: Catalogue,
  teamspaceKey: string,
  maxTokensOf: PublishingDependencies["maxTokensOf"],
): Promise<void> {
  await inside.teamspaces.lock(teamspaceKey)
  const plan = (await inside.teamspaces.byKey(teamspaceKey))?.plan ?? null
  if (plan === null || maxTokensOf === undefined) return
  const { tokens } = await inside.libraries.usedBy(teamspaceKey)
  const max = maxTokensOf(plan)
  if (tokens <= max) return
  throw new TooManyTokens(
    `cannot publish the library: the plan ${plan} allows ${max} tokens in private libraries, and there would be ${tokens}. Delete libraries or choose a larger plan`,
  )
}

function changesOf(library: LibraryRecord, built: BuiltIndex, nowMs: number): LibraryChanges {
  const { manifest, description, branch, summary, report, sourceMetadata } = built
  const facts = { ...library.facts, ...(sourceMetadata === undefined ? {} : { source: sourceMetadata }) }
  const own = library.isDescribed ? {} : description
  const title = library.given.title ?? manifest.projectTitle ?? own.title
  const ofHost = hostDescription({ ...library, facts })
  const text = library.given.description ?? manifest.description ?? ofHost ?? own.description
  return {
    branch,
    facts,
    ...mergeMetadata({ ...library, facts }, nowMs),
    characteristicTerms: summary.characteristicTerms,
    aliases: ownPackages(summary.packages, { id: library.id, title: title ?? library.title }),
    ...(report.benchmark === undefined ? {} : { benchmarkScore: report.benchmark.score }),
    rules: manifest.rules ?? [],
    redirectTo: redirectOf(library, manifest.redirectTo),
    ...(title === undefined ? {} : { title: title.slice(0, LIMITS.titleMaxCharacters) }),
    ...(text === undefined ? {} : { description: text.slice(0, LIMITS.descriptionMaxCharacters) }),
  }
}

/** A library that moved to itself would send its readers in circles. */
function redirectOf(library: LibraryRecord, redirectTo: string | undefined): string | null {
  const target = redirectTo === undefined ? undefined : parseLibraryId(redirectTo)
  return target === undefined || target.toLowerCase() === library.foldedId ? null : target
}
