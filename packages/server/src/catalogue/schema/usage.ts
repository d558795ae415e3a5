export interface UsageCountTable {
  library_key: string
  scope: string
  kind: string
  day: string
  name: string
  count: number
}

export interface UsageVisitorTable {
  library_key: string
  scope: string
  day: string
  client: string
  visitor: string
}

export interface UsageSaltTable {
  day: string
  salt: string
}
