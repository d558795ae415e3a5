/** A program that is signing in. */
export interface DeviceSignInRecord {
  /** Hash of the secret that only the program has. */
  readonly deviceHash: string
  /** Code that the program shows and a person confirms. */
  readonly userCode: string
  /** Name of the key that will be created. */
  readonly label: string
  /** The person who confirmed and their current teamspace; null until then. */
  readonly approval: { readonly userKey: string; readonly teamspaceKey: string } | null
  readonly expiresAtMs: number
}

/** Programs that are signing in. Expired sign-ins are never returned. */
export interface DeviceSignInStore {
  /** Adds a sign-in, and deletes expired ones. */
  add(signIn: Omit<DeviceSignInRecord, "approval">): Promise<void>
  byUserCode(userCode: string): Promise<DeviceSignInRecord | undefined>
  /** Confirms a sign-in, once. @returns false if it does not exist or has already been confirmed. */
  approve(userCode: string, approval: NonNullable<DeviceSignInRecord["approval"]>): Promise<boolean>
  byDeviceHash(deviceHash: string): Promise<DeviceSignInRecord | undefined>
  /** Removes and returns a confirmed sign-in; only one of several concurrent calls gets it. */
  takeApproved(deviceHash: string): Promise<DeviceSignInRecord | undefined>
}
