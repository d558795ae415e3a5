export interface WrittenTextTable {
  library_key: string
  hash: string
  writer: string
  title: string
  description: string
  /** Empty if there is none. */
  question: string
}
