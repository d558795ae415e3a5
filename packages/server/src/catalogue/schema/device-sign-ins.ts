export interface DeviceSignInTable {
  device_hash: string
  user_code: string
  label: string
  /** Null until someone confirms. */
  user_key: string | null
  teamspace_key: string | null
  expires_at_ms: number
}
