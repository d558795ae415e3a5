import { createHmac } from "node:crypto"
import { asError } from "../../base/errors.ts"
import type { Clock } from "../../base/clock.ts"
import type { Log } from "../../base/log.ts"
import { EVERY_DAY, EVERY_VERSION, type UsageStore } from "../../catalogue/usage/records.ts"
import { MatchCounter } from "./tally.ts"
import { topicOf } from "./topic-of.ts"
import type { Visitor } from "./visitor.ts"

/** Counted requests show after at most this time and the time of writing; the promise is five seconds. */
const FLUSH_EVERY_MS = 1_000
/** With so many counters waiting they are written at once. */
const FLUSH_AT_COUNTERS = 5_000
/** Counters that wait at most while the store does not answer; what is new beyond them is lost, and said so. */
const MAX_WAITING_COUNTERS = 50_000
/** Names of MCP clients that one process tells apart; anyone can send any name. */
const MAX_CLIENT_NAMES = 200
const OTHER_CLIENT = "other"

const VISITOR_HASH_CHARACTERS = 24

/** A version that an answer was read from. */
export interface ReadVersion {
  readonly libraryKey: string
  /** Empty: the default one. */
  readonly versionTag: string
  readonly isPrivate: boolean
}

/** A read that was answered. */
export interface CountedRead {
  readonly served: readonly ReadVersion[]
  readonly question: string
  readonly visitor: Visitor
}

/** Which questions leave a topic. */
export type TopicRule = "off" | "public" | "all"

/** Counts reads in memory and writes them down in batches. */
export interface UsageMeter {
  /** Notes a read; returns at once and never throws. */
  note(read: CountedRead): void
  /** Writes what waits; when the store does not take it, it waits on. */
  flush(): Promise<void>
  /** Begins to write once a second. */
  start(): void
  /** Writes what waits a last time. */
  stop(): Promise<void>
}

/** What a meter works with. */
export interface UsageMeterParts {
  readonly usage: UsageStore
  readonly clock: Clock
  readonly log: Log
  readonly isOn: boolean
  readonly topics: TopicRule
}

/** Makes the meter of this process. */
export function createUsageMeter({ usage, clock, log, isOn, topics }: UsageMeterParts): UsageMeter {
  const clientNames = new Set<string>()
  let waiting = new MatchCounter()
  let lost = 0
  let flushing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function write(): Promise<void> {
    if (lost > 0) log.warn({ lost }, "usage was not counted: the store did not take it in time")
    lost = 0
    const batch = waiting
    if (batch.size === 0) return
    waiting = new MatchCounter()
    try {
      await usage.add([...batch.counts()], await hashVisitors(usage, batch))
    } catch (error) {
      log.warn({ error: asError(error).message }, "usage could not be written")
      lost += waiting.takeOver(batch, MAX_WAITING_COUNTERS)
    }
  }

  function flush(): Promise<void> {
    flushing ??= write().finally(() => (flushing = undefined))
    return flushing
  }

  function limitedName(client: string): string {
    if (clientNames.has(client)) return client
    if (clientNames.size >= MAX_CLIENT_NAMES) return OTHER_CLIENT
    clientNames.add(client)
    return client
  }

  return {
    note(read) {
      if (!isOn) return
      if (waiting.size >= MAX_WAITING_COUNTERS) {
        lost++
        return
      }
      const { client } = read.visitor
      const visitor = client === undefined ? read.visitor : { ...read.visitor, client: limitedName(client) }
      tallyRead(waiting, { ...read, visitor }, dayOf(clock.now()), topics)
      if (waiting.size >= FLUSH_AT_COUNTERS) void flush()
    },
    flush,
    start() {
      timer ??= setInterval(() => void flush(), FLUSH_EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await flush()
      await flush()
    },
  }
}

/** Counts a read for every version it was answered from, and for the whole library. */
function tallyRead(
  tally: MatchCounter,
  { served, question, visitor }: CountedRead,
  day: string,
  topics: TopicRule,
): void {
  const { surface, country, client, identity } = visitor
  const topic = topics === "off" ? undefined : topicOf(question)
  for (const { libraryKey, versionTag, isPrivate } of served) {
    const isNamed = topics === "all" || !isPrivate
    for (const scope of [EVERY_VERSION, versionTag]) {
      const ever = { libraryKey, scope, day: EVERY_DAY }
      tally.count({ libraryKey, scope, day }, "surface", surface)
      tally.count(ever, "surface", surface)
      tally.count(ever, "country", country)
      if (isNamed && topic !== undefined) tally.count(ever, "topic", topic)
      if (client !== undefined) tally.visit({ libraryKey, scope, day }, client, identity)
    }
  }
}

/** The UTC day of a time. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

/** Hashes with the salt of the day, which nobody has any more once the day is over. */
async function hashVisitors(usage: UsageStore, batch: MatchCounter) {
  const saltByDay = new Map<string, string>()
  const visitors = []
  for (const { identity, ...visit } of batch.visits()) {
    const salt = saltByDay.get(visit.day) ?? (await usage.saltOf(visit.day))
    saltByDay.set(visit.day, salt)
    const visitor = createHmac("sha256", salt).update(identity).digest("base64url").slice(0, VISITOR_HASH_CHARACTERS)
    visitors.push({ ...visit, visitor })
  }
  return visitors
}
