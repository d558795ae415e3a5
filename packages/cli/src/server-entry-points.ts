/** Settings of `serve` and `work` that stand on the command line; they win over the environment. */
export interface ServeFlags {
  readonly host?: string
  readonly port?: number
  readonly dataDir?: string
  /** False: answer only, ingestion runs elsewhere (`lectern work`). */
  readonly worker?: boolean
}

/** Settings of a command that works in this process. */
export interface LocalFlags {
  readonly dataDir?: string
  /** True: ingest as well, because the command queues jobs and waits for them. */
  readonly worker?: boolean
}

/** A server composed in this process over a data directory, for commands with `--local`. */
export interface LocalServer {
  /** Address to build URLs with; nothing listens there. */
  readonly url: string
  /** Key of this process; it may do everything and is valid nowhere else. */
  readonly apiKey: string
  /** Answers like the global `fetch`, without a network. */
  readonly fetch: typeof fetch
  /** Finishes what runs and closes the data directory. */
  close(): Promise<void>
}

/** A key that was made, with its value, which is shown this once. */
export interface CreatedKey {
  readonly key: string
  readonly userName: string
}

/** An account that was made, with its first password, which is shown this once. */
export interface CreatedUser {
  readonly name: string
  readonly role: "admin" | "member"
  readonly password: string
}

/** How keys are rotated. */
export interface KeyRotationFlags extends Pick<ServeFlags, "dataDir"> {
  /** Makes a key first, where the data directory keeps them. */
  readonly isNew: boolean
  /** Removes older keys from the data directory when nothing needs them any more. */
  readonly isForgetting: boolean
}

/** What became of stored secrets when keys were rotated. */
export interface KeyRotation {
  /** The key that seals now. */
  readonly keyId: string
  readonly isMade: boolean
  readonly isForgotten: boolean
  /** Keys that still open. */
  readonly oldKeyIds: readonly string[]
  readonly kinds: readonly {
    readonly kind: string
    readonly current: number
    readonly reencrypted: number
    /** Secrets that no key opens. */
    readonly unreadable: number
  }[]
}

/**
 * What the command line asks of the program around it, so that the commands themselves never import the server.
 * Everything is read from the environment where a flag is left out. A door that finds bad settings rejects with an error
 * that has `problems`, one text for each; the command then ends with exit code 2.
 */
export interface ServerEntryPoints {
  /** Version of the program, for `lectern --version`. */
  readonly version: string
  /** Serves until the process is told to stop; resolves after a graceful stop. */
  serve(flags: ServeFlags): Promise<void>
  /** Ingests until the process is told to stop. */
  work(flags: Pick<ServeFlags, "dataDir">): Promise<void>
  /** Brings the data directory up to date. */
  migrate(flags: Pick<ServeFlags, "dataDir">): Promise<void>
  openLocal(flags: LocalFlags): Promise<LocalServer>
  /** Makes a key of an account directly on the data directory; the first admin's when no name is given. */
  createKey(
    flags: Pick<ServeFlags, "dataDir"> & { readonly label: string; readonly userName?: string },
  ): Promise<CreatedKey>
  /** Makes an account directly on the data directory; the first account of an instance is an admin. */
  createUser(
    flags: Pick<ServeFlags, "dataDir"> & { readonly name: string; readonly role?: "admin" | "member" },
  ): Promise<CreatedUser>
  /** Gives the secret that forges sign webhooks with, directly from the data directory; makes one when there is none. */
  hookSecret(flags: Pick<ServeFlags, "dataDir"> & { readonly isNew: boolean }): Promise<string>
  /** Seals all stored secrets with the newest key, directly on the data directory. */
  rotateKey(flags: KeyRotationFlags): Promise<KeyRotation>
}
