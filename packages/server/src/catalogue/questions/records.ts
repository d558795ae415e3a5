import type { QuestionKind } from "@lectern/contract"

/** Questions of one kind that a library keeps with their text; further ones are only counted. */
export const MAX_QUESTIONS_KEPT = 1_000

/** A question that a library should answer better. */
export interface QuestionRecord {
  readonly id: string
  readonly kind: QuestionKind
  /** Empty for the default version. */
  readonly versionTag: string
  /** Empty: the number of questions whose text is not kept. */
  readonly question: string
  readonly note: string
  readonly count: number
  readonly firstAskedAtMs: number
  readonly lastAskedAtMs: number
}

/** A question to keep or to count. */
export interface NotedQuestion extends Pick<QuestionRecord, "kind" | "versionTag" | "question"> {
  readonly libraryKey: string
  readonly note?: string | undefined
}

/** How many questions of one kind a library has, with and without their text. */
export interface QuestionCount {
  readonly libraryKey: string
  readonly kind: QuestionKind
  readonly count: number
}

/** Questions that libraries should answer better. */
export interface QuestionStore {
  /**
   * Keeps a question, or counts it if it is known. Once `MAX_QUESTIONS_KEPT` of its kind are kept, a new one is counted
   * without its text.
   */
  note(question: NotedQuestion): Promise<QuestionRecord>
  /** Lists the questions of a library with the count of those without text, most frequent first. */
  list(libraryKey: string, kind?: QuestionKind): Promise<readonly QuestionRecord[]>
  /** Counts the questions of all libraries that are not deleted, by library and kind, most first. */
  countAll(): Promise<readonly QuestionCount[]>
  /** Lists questions with text of libraries that are not deleted, most frequent first; at most `limit`. */
  mostFrequent(limit: number): Promise<readonly (QuestionRecord & { readonly libraryKey: string })[]>
  /** @returns false if the library has no such question. */
  remove(libraryKey: string, id: string): Promise<boolean>
  /** Forgets unanswered questions last asked before a time, and all questions of deleted libraries. @returns how many. */
  prune(beforeMs: number): Promise<number>
}
