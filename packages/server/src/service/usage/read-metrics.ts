import { METRIC_SURFACES, type MetricsQuery, type MetricsResponse, type MetricSurface } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { EVERY_CLIENT, EVERY_DAY, EVERY_VERSION, type UsageCounts } from "../../catalogue/usage/records.ts"
import { findServableLibrary, readReference } from "../libraries/lookup/find-library.ts"
import { mayChangeLibrary } from "../libraries/lookup/library-authority.ts"
import { findVersion } from "../../resolve/find-version.ts"
import { dayOf } from "./meter/usage-meter.ts"
import type { UsageServices } from "./usage-services.ts"
import { DAY_MS } from "../../base/durations.ts"

/** Maximum number of topics and of countries in one response. */
export const MAX_NAMES = 250

/**
 * Returns how a library, or one version of it, is used.
 *
 * @returns the last `days` UTC days, including today.
 * @throws {InvalidLibraryId} {LibraryMissing} {AccessDenied} {LibraryRedirected} {TagMissing}
 */
export async function readMetrics(
  context: UsageServices,
  caller: Authorized<"readLibrary">,
  { libraryId, days }: MetricsQuery,
): Promise<MetricsResponse> {
  const { id, versionTag } = readReference(libraryId)
  const library = await findServableLibrary(context, caller, id)
  const version = versionTag === undefined ? undefined : await findVersion(context, library, versionTag)
  const scope = versionTag === undefined ? EVERY_VERSION : (version?.tag ?? "")
  const fromDay = dayOf(context.clock.now() - (days - 1) * DAY_MS)
  const reading = await context.catalogue.usage.read(
    { libraryKey: library.key, scope },
    { fromDay, mostNames: MAX_NAMES },
  )
  const metrics = describeUsage(reading)
  // Topics are words that users wrote, so they are shown only to the maintainers of the library, not to all its users.
  return mayChangeLibrary(context, caller, library) ? metrics : { ...metrics, topics: [] }
}

/** Converts counters to their form in the contract. */
export function describeUsage({ counts }: UsageCounts): MetricsResponse {
  const total = noRequests()
  const dayByDate = new Map<string, MetricsResponse["daily"][number]>()
  const clientsByDate = new Map<string, { byClient: Map<string, number>; all: number }>()
  for (const { kind, day, name, count } of counts) {
    if (kind === "surface" && day === EVERY_DAY) total[name as MetricSurface] += count
    else if (kind === "surface") {
      const daily = dayByDate.get(day) ?? { date: day, ...noRequests(), total: 0 }
      daily[name as MetricSurface] += count
      daily.total += count
      dayByDate.set(day, daily)
    } else if (kind === "client") {
      const clients = clientsByDate.get(day) ?? { byClient: new Map<string, number>(), all: 0 }
      if (name === EVERY_CLIENT) clients.all += count
      else clients.byClient.set(name, (clients.byClient.get(name) ?? 0) + count)
      clientsByDate.set(day, clients)
    }
  }
  const byDate = (left: { date: string }, right: { date: string }) => (left.date < right.date ? -1 : 1)
  const dailyData = [...clientsByDate].map(([date, { byClient, all }]) => ({
    date,
    uniqueUsersByClient: Object.fromEntries(byClient),
    totalUniqueUsers: all,
  }))
  return {
    total,
    daily: [...dayByDate.values()].toSorted(byDate),
    mcpClients: { dailyData: dailyData.toSorted(byDate) },
    topics: namesOf("topic", counts).map(({ name, count }) => ({ topic: name, count })),
    countries: namesOf("country", counts).map(({ name, count }) => ({ country: name, count })),
  }
}

function noRequests(): Record<MetricSurface, number> {
  return Object.fromEntries(METRIC_SURFACES.map((surface) => [surface, 0])) as Record<MetricSurface, number>
}

/** Returns the counters of a kind, most frequent first, as the store returns them. */
function namesOf(kind: "topic" | "country", counts: UsageCounts["counts"]) {
  return counts.filter((count) => count.kind === kind)
}
