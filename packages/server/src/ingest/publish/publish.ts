import { LIMITS, parseChosenLibraryId } from "@lectern/contract"
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

/** Dependencies of publishing. */
export interface PublishingDependencies {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  readonly clock: Clock
  /** Maximum number of tokens in the private libraries of a teamspace, by plan; undefined for no limit. */
  readonly maxTokensOf?: (plan: Plan) => number
  /** Git hosts whose repositories have ids without a host; undefined for all hosts. */
  readonly dedicatedHosts?: DedicatedHosts
}

/** A claimed job with its library and version, as of the start of the run. */
export interface ClaimedRun {
  readonly job: JobRecord
  readonly workerId: string
  readonly library: LibraryRecord
  readonly version: VersionRecord
}

/**
 * Publishes a built index: stores its file and the report as blobs, then switches the version, updates the library and
 * completes the job in one transaction. Until the transaction commits, the old index is served.
 *
 * @throws {RunStopped} if the job belongs to another worker, or the version was replaced or deleted; nothing changes in
 *   that case.
 * @throws {TooManyTokens} if the library exceeds the plan of its teamspace; the old index is still served.
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
  const totals = {
    totalTokens: summary.tokens,
    totalSnippets: summary.snippets,
    flaggedSnippets: summary.findings.count,
  }
  await catalogue.inTransaction(async (inside) => {
    const publication = { branch, revision, indexHash, reportHash, archiveHash, recipe, embedder, ...totals }
    // The version was deleted, or published by another run since this one started, so the built index is discarded.
    if (!(await inside.versions.publish(version.key, version.generation, publication)))
      throw new RunStopped("cancelled")
    if (library.teamspaceKey !== null) await assertTokenQuota(inside, library.teamspaceKey, maxTokensOf)
    await moveTo(inside, version, "finalized")
    if (version.tag === "") {
      // Read again, because an operator may have changed the title or description since the run started.
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

/**
 * Throws if the teamspace exceeds its plan. The sum includes the index that was just published, so that two concurrent
 * jobs count each other.
 */
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
  const facts = sourceMetadata === undefined ? library.facts : { ...library.facts, source: sourceMetadata }
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
    benchmarkScore: report.benchmark?.score,
    rules: manifest.rules ?? [],
    redirectTo: redirectOf(library, manifest.redirectTo),
    title: title?.slice(0, LIMITS.titleMaxCharacters),
    description: text?.slice(0, LIMITS.descriptionMaxCharacters),
  }
}

/** Ignores a redirect from a library to itself, which would be endless. */
function redirectOf(library: LibraryRecord, redirectTo: string | undefined): string | null {
  const target = redirectTo === undefined ? undefined : parseChosenLibraryId(redirectTo)
  return target === undefined || target.toLowerCase() === library.foldedId ? null : target
}
