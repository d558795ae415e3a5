export interface QuestionTable {
  id: string
  library_key: string
  /** `wrong` or `unanswered`. */
  kind: string
  /** Empty for the default version. */
  version_tag: string
  /** If empty, the row counts the questions whose text was not kept. */
  question: string
  note: string
  count: number
  first_asked_at: number
  last_asked_at: number
}
