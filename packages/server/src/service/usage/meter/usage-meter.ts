import { createHmac } from "node:crypto"
import { asError } from "../../../base/errors.ts"
import type { Clock } from "../../../base/clock.ts"
import { createFailureStreak } from "../../../base/failure-streak.ts"
import type { Log } from "../../../base/log.ts"
import {
  askerName,
  EVERY_DAY,
  EVERY_LIBRARY,
  EVERY_PAGE,
  EVERY_VERSION,
  LASTING_SALT,
  type UsageCount,
  type UsageScope,
  type UsageStore,
} from "../../../catalogue/usage/records.ts"
import { UsageTally } from "./tally.ts"
import { topicOf } from "./topic-of.ts"
import type { Visitor } from "./visitor.ts"

/** Counts are visible after at most this time plus the time of writing; the documented maximum is five seconds. */
const FLUSH_INTERVAL_MS = 1_000
/** Counters are written immediately once this many are pending. */
const FLUSH_AT_COUNTERS = 5_000
/** Maximum number of pending counters while the store does not respond; further ones are dropped, which is logged. */
const MAX_WAITING_COUNTERS = 50_000
/** Number of MCP client names that one process counts separately, because anyone can send any name. */
const MAX_CLIENT_NAMES = 200
const OTHER_CLIENT = "other"

const VISITOR_HASH_CHARACTERS = 24

/** A version that an answer was read from. */
export interface ReadVersion {
  readonly libraryKey: string
  /** Empty for the default version. */
  readonly versionTag: string
  readonly isPrivate: boolean
  /** True if private libraries were searched for the same question, whether they are in the answer or not. */
  readonly isBesidePrivate?: boolean
  /** Paths of the pages in the answer, each once. */
  readonly pages?: readonly string[] | undefined
}

/** An answer to count. */
export interface CountedRead {
  readonly served: readonly ReadVersion[]
  readonly question: string
  readonly visitor: Visitor
}

/** Which questions contribute a topic. */
export type TopicRule = "off" | "public" | "all"

/** Counts answers in memory and writes the counts in batches. */
export interface UsageMeter {
  /** Counts an answer. Returns immediately and never throws. */
  note(read: CountedRead): void
  /** Writes pending counts; if the store fails, they stay pending. */
  flush(): Promise<void>
  /** Starts writing: at most once a second, and only what is pending. */
  start(): void
  /** Writes pending counts for the last time. */
  stop(): Promise<void>
}

/** Dependencies of a usage meter. */
export interface UsageMeterParts {
  readonly usage: UsageStore
  readonly clock: Clock
  readonly log: Log
  readonly isOn: boolean
  readonly topics: TopicRule
}

/** Creates the usage meter of this process. */
export function createUsageMeter({ usage, clock, log, isOn, topics }: UsageMeterParts): UsageMeter {
  const clientNames = new Set<string>()
  const failures = createFailureStreak(clock)
  let waiting = new UsageTally()
  let lost = 0
  let flushing: Promise<void> | undefined
  // An idle server should use no processor time, so a timer runs only while counts are pending.
  const timer = createDelay(FLUSH_INTERVAL_MS, () => void flush())
  let isStarted = false

  async function write(): Promise<void> {
    if (lost > 0) log.warn({ lost }, "usage was not recorded: the catalogue did not respond in time")
    lost = 0
    const batch = waiting
    if (batch.size === 0) return
    waiting = new UsageTally()
    try {
      await usage.add([...batch.counts(), ...(await hashAskers(usage, batch))], await hashVisitors(usage, batch))
      failures.end()
    } catch (error) {
      const fields = failures.add(error)
      if (fields !== undefined) log.warn({ error: asError(error).message, ...fields }, "cannot record usage")
      lost += waiting.takeOver(batch, MAX_WAITING_COUNTERS)
    }
  }

  function flush(): Promise<void> {
    flushing ??= write().finally(() => {
      flushing = undefined
      flushLater()
    })
    return flushing
  }

  function flushLater(): void {
    if (isStarted && waiting.size + lost > 0) timer.start()
  }

  return {
    note(read) {
      if (!isOn) return
      if (waiting.size >= MAX_WAITING_COUNTERS) {
        lost++
        return
      }
      const visitor = withLimitedName(read.visitor, clientNames)
      tallyRead(waiting, { ...read, visitor }, dayOf(clock.now()), topics)
      if (waiting.size >= FLUSH_AT_COUNTERS) void flush()
      else flushLater()
    },
    flush,
    start() {
      isStarted = true
      flushLater()
    },
    async stop() {
      isStarted = false
      timer.stop()
      await flush()
      await flush()
    },
  }
}

/** Replaces the name of the client if too many names are known; otherwise adds it to them. */
function withLimitedName(visitor: Visitor, clientNames: Set<string>): Visitor {
  const { client } = visitor
  if (client === undefined || clientNames.has(client)) return visitor
  if (clientNames.size >= MAX_CLIENT_NAMES) return { ...visitor, client: OTHER_CLIENT }
  clientNames.add(client)
  return visitor
}

/** Creates a timer that calls `work` some time after `start`; further calls of `start` before that have no effect. */
function createDelay(delayMs: number, work: () => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer ??= setTimeout(() => {
        timer = undefined
        work()
      }, delayMs).unref()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Counts an answer for every version that it is based on, for each library as a whole, and once for the instance. */
function tallyRead(
  tally: UsageTally,
  { served, question, visitor }: CountedRead,
  day: string,
  topics: TopicRule,
): void {
  const { surface, country, client, identity, person } = visitor
  const topic = topics === "off" ? undefined : topicOf(question)
  // The words of a question to private libraries must not be counted for other libraries.
  const isConfidential = served.some(({ isPrivate, isBesidePrivate }) => isPrivate || isBesidePrivate === true)
  for (const { libraryKey, versionTag, isPrivate, pages } of served) {
    if (pages !== undefined) countPages(tally, { libraryKey, scope: versionTag, day: EVERY_DAY }, pages)
    const isNamed = isPrivate ? topics === "all" : !isConfidential
    for (const scope of [EVERY_VERSION, versionTag]) {
      const ever = { libraryKey, scope, day: EVERY_DAY }
      tally.count({ libraryKey, scope, day }, "surface", surface)
      tally.count(ever, "surface", surface)
      tally.count(ever, "country", country)
      if (isNamed && topic !== undefined) {
        tally.count(ever, "topic", topic)
        tally.ask(ever, topic, person)
      }
      if (client !== undefined) tally.visit({ libraryKey, scope, day }, client, identity)
    }
  }
  if (served.length === 0) return
  const instance = { libraryKey: EVERY_LIBRARY, scope: EVERY_VERSION }
  const ever = { ...instance, day: EVERY_DAY }
  tally.count({ ...instance, day }, "surface", surface)
  tally.count(ever, "surface", surface)
  tally.count(ever, "country", country)
  for (const libraryKey of new Set(served.map((version) => version.libraryKey))) {
    tally.count({ ...instance, day }, "library", libraryKey)
  }
  if (client !== undefined) tally.visit({ ...instance, day }, client, identity)
  if (isConfidential || topic === undefined) return
  tally.count(ever, "topic", topic)
  tally.ask(ever, topic, person)
}

/** Counts the pages of an answer, without anything about the question or who asked it. */
function countPages(tally: UsageTally, version: UsageScope, pages: readonly string[]): void {
  tally.count(version, "answer", EVERY_PAGE)
  for (const path of pages) tally.count(version, "page", path)
}

/** Returns the UTC day of a time. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

/**
 * Assigns the people behind topics to a few groups by a salted hash. A topic from enough groups was asked by at least
 * as many people, while a group of this size reveals nothing about any of them.
 */
async function hashAskers(usage: UsageStore, batch: UsageTally): Promise<UsageCount[]> {
  const askers = [...batch.askers()]
  if (askers.length === 0) return []
  const salt = await usage.saltOf(LASTING_SALT)
  return askers.map(({ topic, person, ...scope }) => {
    const hash = createHmac("sha256", salt).update(`${topic}\n${person}`).digest("hex")
    return { ...scope, kind: "asker", name: askerName(topic, hash), count: 1 }
  })
}

/** Hashes with the salt of the day, which is deleted when the day is over. */
async function hashVisitors(usage: UsageStore, batch: UsageTally) {
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
