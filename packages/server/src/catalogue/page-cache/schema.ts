export interface KeptPageTable {
  library_key: string
  page_id: string
  revision: string
  hash: string
}
