/** Scope of counters that take in every version of a library; no tag can be called so. */
export const EVERY_VERSION = "*"

/** Day of counters that hold everything since the library exists. */
export const EVERY_DAY = ""

/** Name of the counter of clients that counts a person once whatever clients they use. */
export const EVERY_CLIENT = ""

/** Name of the salt that is never forgotten; it hashes people into groups, never into something that tells them apart. */
export const LASTING_SALT = "9999-12-31"

/** A topic is shown when this many different people have asked about it, at least. */
export const TOPIC_MIN_PEOPLE = 5

/** What is counted: requests by surface, by topic and by country, people by MCP client, and groups of people by topic. */
export type UsageKind = "surface" | "topic" | "asker" | "country" | "client"

/** Characters that a group of people adds to the name of its topic: a space and one hexadecimal digit. */
export const ASKER_GROUP_CHARACTERS = 2

/** Names the counter of a group of people that asked about a topic. */
export function askerName(topic: string, hash: string): string {
  return `${topic} ${hash.slice(0, ASKER_GROUP_CHARACTERS - 1)}`
}

/** Where something is counted. */
export interface UsageScope {
  readonly libraryKey: string
  /** Tag of a version (empty: the default one), or `EVERY_VERSION`. */
  readonly scope: string
  /** UTC day as `YYYY-MM-DD`, or `EVERY_DAY`. */
  readonly day: string
}

/** A number to add to a counter. */
export interface UsageCount extends UsageScope {
  readonly kind: UsageKind
  readonly name: string
  readonly count: number
}

/** Someone who used a library through an MCP client on a day. */
export interface UsageVisitor extends UsageScope {
  readonly client: string
  /** Salted hash; the salt is forgotten when its day is over. */
  readonly visitor: string
}

/** Counters of one library and scope. */
export interface UsageCounts {
  readonly counts: readonly Pick<UsageCount, "kind" | "day" | "name" | "count">[]
}

/** Counters of how libraries are used. */
export interface UsageStore {
  /** Adds to counters and notes visitors, all or nothing; right with any number of processes at once. */
  add(counts: readonly UsageCount[], visitors: readonly UsageVisitor[]): Promise<void>
  /**
   * Reads the counters of one library and scope: those of everything, and those of days from `fromDay` on. Topics are
   * left out until `TOPIC_MIN_PEOPLE` people have asked about them.
   *
   * @param mostNames topics and countries at most, the most frequent ones.
   */
  read(
    place: { readonly libraryKey: string; readonly scope: string },
    range: { readonly fromDay: string; readonly mostNames: number },
  ): Promise<UsageCounts>
  /** Gives the salt of a day, the same to every process; made when it is first asked for. */
  saltOf(day: string): Promise<string>
  /**
   * Turns visitors of days before `today` into their number and forgets them with their salts; forgets days before
   * `keptFromDay`, everything of deleted libraries, and the rarest topics of libraries with more than `mostTopics`.
   */
  prune(bounds: { readonly today: string; readonly keptFromDay: string; readonly mostTopics: number }): Promise<void>
}
