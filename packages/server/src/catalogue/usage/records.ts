/** Key of the counters for the whole instance; no library has it. */
export const EVERY_LIBRARY = ""

/** Scope of counters for all versions of a library; not a valid tag. */
export const EVERY_VERSION = "*"

/** Day of counters that cover the whole lifetime of a library. */
export const EVERY_DAY = ""

/** Name of the client counter that counts each user once, even if the user has several clients. */
export const EVERY_CLIENT = ""

/** Name of the salt that is never deleted. It hashes users into groups that are too large to identify anyone. */
export const LASTING_SALT = "9999-12-31"

/** Minimum number of different users who asked about a topic before it is shown. */
export const TOPIC_MIN_PEOPLE = 5

/** Name of the counter of answers whose pages were counted. */
export const EVERY_PAGE = ""

/**
 * What a counter counts: requests by surface, topic and country, users by MCP client, groups of users by topic,
 * answers, answers by the path of a page that they contain, and for the whole instance requests by library.
 */
export type UsageKind = "surface" | "topic" | "asker" | "country" | "client" | "answer" | "page" | "library"

/** Length of the suffix that a group of users adds to its topic: a space and one hexadecimal digit. */
export const ASKER_GROUP_CHARACTERS = 2

/** Returns the name of the counter for a group of users that asked about a topic. */
export function askerName(topic: string, hash: string): string {
  return `${topic} ${hash.slice(0, ASKER_GROUP_CHARACTERS - 1)}`
}

/** What a counter belongs to. */
export interface UsageScope {
  readonly libraryKey: string
  /** Tag of a version (empty for the default one), or `EVERY_VERSION`. */
  readonly scope: string
  /** UTC day as `YYYY-MM-DD`, or `EVERY_DAY`. */
  readonly day: string
}

/** An amount to add to a counter. */
export interface UsageCount extends UsageScope {
  readonly kind: UsageKind
  readonly name: string
  readonly count: number
}

/** A user of a library through an MCP client on one day. */
export interface UsageVisitor extends UsageScope {
  readonly client: string
  /** Salted hash; the salt is deleted after its day. */
  readonly visitor: string
}

/** Counters of one library and scope. */
export interface UsageCounts {
  readonly counts: readonly Pick<UsageCount, "kind" | "day" | "name" | "count">[]
}

/** Number of answers that contain each page of a library version. */
export interface PageCounts {
  /** Number of answers whose pages were counted. */
  readonly answerCount: number
  /** Pages that no answer contained are missing. */
  readonly countByPath: ReadonlyMap<string, number>
}

/** Requests by library. */
export interface LibraryCounts {
  /** Requests to all libraries that are not deleted; a request that several libraries answered counts once for each. */
  readonly total: number
  /** Most requests first. */
  readonly libraries: readonly { readonly libraryKey: string; readonly count: number }[]
}

/** Usage counters of libraries and of the whole instance. */
export interface UsageStore {
  /** Adds to counters and records visitors in one transaction; safe with any number of concurrent processes. */
  add(counts: readonly UsageCount[], visitors: readonly UsageVisitor[]): Promise<void>
  /**
   * Reads the counters of one library and scope: the totals, and the days from `fromDay` on. Topics are included once
   * `TOPIC_MIN_PEOPLE` users have asked about them.
   *
   * @param mostNames maximum number of topics and countries; the most frequent ones are returned.
   */
  read(
    place: { readonly libraryKey: string; readonly scope: string },
    range: { readonly fromDay: string; readonly mostNames: number },
  ): Promise<UsageCounts>
  /** Reads the libraries with the most requests from `fromDay` on, at most `limit`. */
  readLibraries(range: { readonly fromDay: string; readonly limit: number }): Promise<LibraryCounts>
  /** Reads the number of answers that contained each page of a version. */
  readPages(version: { readonly libraryKey: string; readonly versionTag: string }): Promise<PageCounts>
  /** Returns the salt of a day, the same for every process; it is created on first use. */
  saltOf(day: string): Promise<string>
  /**
   * Replaces the visitors of days before `today` with their number, and deletes them with their salts. Deletes days
   * before `keptFromDay`, everything of deleted libraries, the rarest topics of libraries with more than `mostTopics`,
   * and the rarest pages of versions with more than `mostPages`.
   */
  prune(bounds: {
    readonly today: string
    readonly keptFromDay: string
    readonly mostTopics: number
    readonly mostPages: number
  }): Promise<void>
}
