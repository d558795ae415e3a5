/** A program that is signing in. */
export interface DeviceSignInRecord {
  /** Hash of the secret that only the program has. */
  readonly deviceHash: string
  /** Code that the program shows and a person confirms. */
  readonly userCode: string
  /** Name of the key that will be created. */
  readonly label: string
  /** Who has confirmed, and the teamspace they were working in; null until then. */
  readonly approval: { readonly userKey: string; readonly teamspaceKey: string } | null
  readonly expiresAtMs: number
}

/** Programs that are signing in. Expired sign-ins do not exist. */
export interface DeviceSignInStore {
  /** Adds one, and forgets expired ones. */
  add(signIn: Omit<DeviceSignInRecord, "approval">): Promise<void>
  byUserCode(userCode: string): Promise<DeviceSignInRecord | undefined>
  /** Confirms a sign-in, once. @returns false if there is none, or it has been confirmed. */
  approve(userCode: string, approval: NonNullable<DeviceSignInRecord["approval"]>): Promise<boolean>
  byDeviceHash(deviceHash: string): Promise<DeviceSignInRecord | undefined>
  /** Takes out a confirmed sign-in: of several calls, one gets it. */
  takeApproved(deviceHash: string): Promise<DeviceSignInRecord | undefined>
}
