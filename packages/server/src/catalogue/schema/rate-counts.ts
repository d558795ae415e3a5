export interface RateCountTable {
  bucket: string
  ends_at_ms: number
  count: number
}
