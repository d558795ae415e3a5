export interface AccountTable {
  key: string
  name: string
  /** The name in the form in which names are compared; unique. */
  folded_name: string
  role: string
  password_hash: string
  must_change_password: number
  is_active: number
  created_at_ms: number
  email: string | null
  sso_issuer: string | null
  sso_subject: string | null
  /** JSON list of names. */
  groups: string
}
