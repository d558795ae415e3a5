export interface CachedPageTable {
  library_key: string
  page_id: string
  revision: string
  hash: string
}
