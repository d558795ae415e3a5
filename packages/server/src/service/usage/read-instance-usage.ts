import { type InstanceUsage, type InstanceUsageQuery, LIMITS } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { timestamp } from "../../base/timestamp.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { QuestionCount } from "../../catalogue/questions/records.ts"
import { EVERY_LIBRARY, EVERY_VERSION } from "../../catalogue/usage/records.ts"
import { mayChangeLibrary } from "../libraries/lookup/library-authority.ts"
import { visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import { dayOf } from "./meter/usage-meter.ts"
import { describeUsage, MAX_NAMES } from "./read-metrics.ts"
import type { UsageServices } from "./usage-services.ts"
import { DAY_MS } from "../../base/durations.ts"

/** More libraries and questions are read than returned, because the caller may not see all of them. */
const OVERFETCH_FACTOR = 4

/**
 * Returns how the whole instance is used. Libraries that are hidden from the caller are counted, but not named.
 *
 * @returns the last `days` UTC days, including today.
 */
export async function readInstanceUsage(
  context: UsageServices,
  caller: Authorized<"readSettings">,
  { days }: InstanceUsageQuery,
): Promise<InstanceUsage> {
  const { usage, questions } = context.catalogue
  const fromDay = dayOf(context.clock.now() - (days - 1) * DAY_MS)
  const [counts, mostUsed, questionCounts, frequent] = await Promise.all([
    usage.read({ libraryKey: EVERY_LIBRARY, scope: EVERY_VERSION }, { fromDay, mostNames: MAX_NAMES }),
    usage.readLibraries({ fromDay, limit: OVERFETCH_FACTOR * LIMITS.usageLibrariesMaxCount }),
    questions.countAll(),
    questions.mostFrequent(OVERFETCH_FACTOR * LIMITS.usageQuestionsMaxCount),
  ])
  const weakest = sumByLibrary(questionCounts).slice(0, OVERFETCH_FACTOR * LIMITS.usageLibrariesMaxCount)
  const named = [...mostUsed.libraries, ...weakest, ...frequent].map(({ libraryKey }) => libraryKey)
  const libraryByKey = await readVisible(context, caller, [...new Set(named)])

  const libraries = mostUsed.libraries
    .flatMap(({ libraryKey, count }) => nameOf(libraryByKey.get(libraryKey), { count }))
    .slice(0, LIMITS.usageLibrariesMaxCount)
  return {
    countsUsage: context.settings.LECTERN_USAGE === "on",
    ...describeUsage(counts),
    libraries,
    otherLibrariesCount: mostUsed.total - libraries.reduce((sum, { count }) => sum + count, 0),
    weakLibraries: weakest
      .flatMap(({ libraryKey, ...asked }) => nameOf(libraryByKey.get(libraryKey), asked))
      .slice(0, LIMITS.usageLibrariesMaxCount),
    questions: frequent
      .flatMap(({ libraryKey, kind, question, versionTag: version, count, lastAskedAtMs }) => {
        const library = libraryByKey.get(libraryKey)
        if (library === undefined || !mayChangeLibrary(context, caller, library)) return []
        return { libraryId: library.id, kind, question, version, count, lastAskedAt: timestamp(lastAskedAtMs) }
      })
      .slice(0, LIMITS.usageQuestionsMaxCount),
  }
}

async function readVisible(
  context: UsageServices,
  caller: Authorized<"readSettings">,
  keys: readonly string[],
): Promise<ReadonlyMap<string, LibraryRecord>> {
  const [records, visible] = await Promise.all([
    context.catalogue.libraries.byKeys(keys),
    visibleLibrariesFor(context, caller),
  ])
  const shown = records.filter((library) => !library.isDeleted && visible.visibilityOf(library) !== "hidden")
  return new Map(shown.map((library) => [library.key, library]))
}

/** @returns an empty list for a library that is hidden from the caller. */
function nameOf<Counted extends object>(library: LibraryRecord | undefined, counted: Counted) {
  if (library === undefined) return []
  const { id: libraryId, title, isPrivate } = library
  return [{ libraryId, title, private: isPrivate, ...counted }]
}

/** @returns the libraries with the most questions first. */
function sumByLibrary(counts: readonly QuestionCount[]) {
  const byLibrary = new Map<string, { libraryKey: string; unansweredCount: number; wrongCount: number }>()
  for (const { libraryKey, kind, count } of counts) {
    const sum = byLibrary.get(libraryKey) ?? { libraryKey, unansweredCount: 0, wrongCount: 0 }
    sum[kind === "wrong" ? "wrongCount" : "unansweredCount"] += count
    byLibrary.set(libraryKey, sum)
  }
  const totalOf = ({ unansweredCount, wrongCount }: { unansweredCount: number; wrongCount: number }) =>
    unansweredCount + wrongCount
  return [...byLibrary.values()].toSorted((one, other) => totalOf(other) - totalOf(one))
}
