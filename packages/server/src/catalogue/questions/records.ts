import type { QuestionKind } from "@lectern/contract"

/** Maximum number of questions of one kind that a library stores with their text; further ones are only counted. */
export const MAX_QUESTIONS_KEPT = 1_000

/** A question that a library should answer better. */
export interface QuestionRecord {
  readonly id: string
  readonly kind: QuestionKind
  /** Empty for the default version. */
  readonly versionTag: string
  /** If empty, the entry counts the questions whose text was not kept. */
  readonly question: string
  readonly note: string
  readonly count: number
  readonly firstAskedAtMs: number
  readonly lastAskedAtMs: number
}

/** A question to store or to count. */
export interface NotedQuestion extends Pick<QuestionRecord, "kind" | "versionTag" | "question"> {
  readonly libraryKey: string
  readonly note?: string | undefined
}

/** Number of questions of one kind about a library, with and without their text. */
export interface QuestionCount {
  readonly libraryKey: string
  readonly kind: QuestionKind
  readonly count: number
}

/** Questions that libraries should answer better. */
export interface QuestionStore {
  /**
   * Stores a question, or increases its count if it is already stored. Once `MAX_QUESTIONS_KEPT` of its kind are
   * stored, a new one is counted without its text.
   */
  note(question: NotedQuestion): Promise<QuestionRecord>
  /** Lists the questions of a library with the number of those without text, most frequent first. */
  list(libraryKey: string, kind?: QuestionKind): Promise<readonly QuestionRecord[]>
  /** Counts the questions of all libraries that are not deleted, by library and kind, most first. */
  countAll(): Promise<readonly QuestionCount[]>
  /** Lists questions with text of libraries that are not deleted, most frequent first; at most `limit`. */
  mostFrequent(limit: number): Promise<readonly (QuestionRecord & { readonly libraryKey: string })[]>
  /** @returns false if the library has no such question. */
  remove(libraryKey: string, id: string): Promise<boolean>
  /**
   * Deletes unanswered questions that were last asked before a time, and all questions of deleted libraries. @returns
   * their number.
   */
  prune(beforeMs: number): Promise<number>
}
