export interface VersionTable {
  key: string
  library_key: string
  tag: string
  state: string
  branch: string
  revision: string | null
  index_hash: string | null
  report_hash: string | null
  archive_hash: string | null
  recipe: string | null
  embedder: string | null
  total_tokens: number
  total_snippets: number
  flagged_snippets: number
  generation: number
  published_at_ms: number | null
}
