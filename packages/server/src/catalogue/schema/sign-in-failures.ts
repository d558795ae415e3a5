export interface SignInFailureTable {
  bucket: string
  failures: number
  until_ms: number
}
