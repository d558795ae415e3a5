export interface LibraryTable {
  key: string
  id: string
  folded_id: string
  kind: string
  title: string
  description: string
  is_described: number
  state: string
  state_reason: string | null
  is_private: number
  /** Empty for a public library. */
  teamspace_key: string
  project_key: string | null
  license: string | null
  site_facts: string | null
  access: string | null
  source_url: string
  /** The SourceRecord as JSON; `source_url` is a copy of its URL for lookups. */
  source: string
  branch: string
  stars: number
  trust_score: number
  benchmark_score: number
  is_verified: number
  redirect_to: string | null
  rules: string
  available_tags: string
  characteristic_terms: string
  /** Packages that the library documents, as JSON. */
  aliases: string | null
  total_tokens: number
  total_snippets: number
  flagged_snippets: number
  created_at_ms: number
  published_at_ms: number | null
  change_number: number
  is_deleted: number
  refresh_schedule: string | null
  /** Title and description from an operator, as JSON. */
  given_words: string | null
  kept_by: string | null
  /** Time of the next schedule check, epoch milliseconds; changes of it get no change number. */
  look_at_ms: number
  /** Metadata from its host and source, as JSON. */
  facts: string | null
  /** When its host metadata is due. */
  facts_due_at_ms: number
  written_description: string | null
  written_tokens: number
}
