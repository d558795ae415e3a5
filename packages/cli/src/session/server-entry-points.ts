/** Settings of `serve` and `work` given on the command line; they take precedence over the environment. */
export interface ServeFlags {
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly dataDir?: string | undefined
  /** If false, the process only answers requests; ingestion runs elsewhere (`lectern work`). */
  readonly worker?: boolean | undefined
}

/** Settings of a command that works in this process. */
export interface LocalFlags {
  readonly dataDir?: string | undefined
  /** If true, a worker runs as well, because the command queues jobs and waits for them. */
  readonly worker?: boolean | undefined
}

/** A server that runs in this process on a data directory, for commands with `--local`. */
export interface LocalServer {
  /** Address for building URLs; nothing listens on it. */
  readonly url: string
  /** API key with all permissions, valid only in this process. */
  readonly apiKey: string
  /** Works like the global `fetch`, without a network. */
  readonly fetch: typeof fetch
  /** Waits for running work and closes the data directory. */
  close(): Promise<void>
}

/** A new API key with its value, which is shown only once. */
export interface CreatedKey {
  readonly key: string
  readonly userName: string
}

/** A new account with its first password, which is shown only once. */
export interface CreatedUser {
  readonly name: string
  readonly role: "admin" | "member"
  readonly password: string
}

/** Options of a key rotation. */
export interface KeyRotationFlags extends Pick<ServeFlags, "dataDir"> {
  /** True to create a key first, if the keys are kept in the data directory. */
  readonly isNew: boolean
  /** True to remove older keys from the data directory once no secret needs them. */
  readonly isForgetting: boolean
}

/** Result of a key rotation. */
export interface KeyRotation {
  /** The key that now encrypts secrets. */
  readonly keyId: string
  readonly isMade: boolean
  readonly isForgotten: boolean
  /** Older keys that can still decrypt secrets. */
  readonly oldKeyIds: readonly string[]
  readonly kinds: readonly {
    readonly kind: string
    readonly current: number
    readonly resealed: number
    /** Number of secrets that no key can decrypt. */
    readonly unreadable: number
  }[]
}

/** The result of a check of the configuration, one line each. */
export interface ConfigCheck {
  /** Problems that prevent the server from starting. */
  readonly problems: readonly string[]
  /** Probable mistakes, such as a misspelt name. */
  readonly warnings: readonly string[]
}

/** The result of an examination of an instance. */
export interface Diagnosis {
  /** False if a check found an error; warnings do not count. */
  readonly isHealthy: boolean
  readonly findings: readonly {
    readonly check: string
    readonly status: "ok" | "warning" | "error"
    readonly summary: string
    /** One line per problem. */
    readonly details: readonly string[]
    readonly repairs: readonly string[]
  }[]
}

/** Progress of a copy of an instance. */
export type CopyProgress =
  | { readonly step: "blobs"; readonly done: number; readonly total: number }
  | { readonly step: "table"; readonly table: string; readonly rows: number }

/** The contents of a copy of an instance. */
export interface CopiedInstance {
  /** Rows by table of the catalogue. */
  readonly rows: Readonly<Record<string, number>>
  /** SHA-256 of all rows. */
  readonly hash: string
  /** Index files, reports and uploads that the catalogue refers to. */
  readonly blobs: number
  /** Number of these blobs that an earlier copy had already stored. */
  readonly blobsThere: number
  /** Names of the blobs that are missing or damaged in the original. */
  readonly blobsLost: readonly string[]
}

interface CopyFlags extends Pick<ServeFlags, "dataDir"> {
  onProgress(progress: CopyProgress): void
}

/**
 * Functions of the server that the command line calls. The server passes them in, so that commands never import it.
 * Flags that are omitted come from the environment. If settings are invalid, a function rejects with an error that has
 * `problems`, a list of messages; the command then exits with code 2.
 */
export interface ServerEntryPoints {
  /** Version of the program, for `lectern --version`. */
  readonly version: string
  /** Serves until the process receives a stop signal; resolves after a graceful shutdown. */
  serve(flags: ServeFlags): Promise<void>
  /** Runs jobs until the process receives a stop signal. */
  work(flags: Pick<ServeFlags, "dataDir">): Promise<void>
  /** Checks all settings, and the files that they name, without starting anything. */
  checkConfig(flags: ServeFlags): Promise<ConfigCheck>
  /** Examines the catalogue and the stored files of a data directory, and makes safe repairs if requested. */
  doctor(flags: Pick<ServeFlags, "dataDir"> & { readonly isRepairing: boolean }): Promise<Diagnosis>
  /** Writes a zip file for a problem report, without secrets and questions. @returns the names of the files in it. */
  supportBundle(
    flags: Pick<ServeFlags, "dataDir"> & { readonly path: string; readonly logFile?: string | undefined },
  ): Promise<readonly string[]>
  /** Migrates the data directory to this version of the program. */
  migrate(flags: Pick<ServeFlags, "dataDir">): Promise<void>
  /** Copies the instance to other, empty storage: a `postgres://` address or a data directory. */
  moveInstance(
    flags: CopyFlags & { readonly to: string; readonly blobs?: string | undefined },
  ): Promise<CopiedInstance & { readonly changedMeanwhile: boolean }>
  /** Adds a backup to a folder or `s3://BUCKET/PREFIX`, and removes all but the newest `keep` backups. */
  backup(flags: CopyFlags & { readonly location: string; readonly keep?: number | undefined }): Promise<
    CopiedInstance & {
      readonly name: string
      readonly removed: readonly string[]
      /** Why older backups could not be removed, although this backup is complete. */
      readonly removalProblem?: string | undefined
      /** Why the instance does not list this backup, although it is complete. */
      readonly recordProblem?: string | undefined
    }
  >
  /** Restores a backup, the newest one if no name is given, into an empty instance. */
  restore(
    flags: CopyFlags & { readonly location: string; readonly name?: string | undefined },
  ): Promise<CopiedInstance & { readonly name: string }>
  openLocal(flags: LocalFlags): Promise<LocalServer>
  /** Returns the absolute path of the data directory; rejects if there is none. */
  findDataDir(flags: Pick<ServeFlags, "dataDir">): Promise<string>
  /** Creates an API key directly in the data directory; for the account `admin` if no name is given. */
  createKey(
    flags: Pick<ServeFlags, "dataDir"> & { readonly label: string; readonly userName?: string | undefined },
  ): Promise<CreatedKey>
  /** Creates an account directly in the data directory; the first account of an instance is an admin. */
  createUser(
    flags: Pick<ServeFlags, "dataDir"> & { readonly name: string; readonly role?: "admin" | "member" | undefined },
  ): Promise<CreatedUser>
  /** Sets the password of an account directly in the data directory, which ends its sessions. */
  setPassword(flags: Pick<ServeFlags, "dataDir"> & { readonly name: string; readonly password: string }): Promise<void>
  /** Returns the secret of the incoming hooks from the data directory; creates one if there is none. */
  hookSecret(flags: Pick<ServeFlags, "dataDir"> & { readonly isNew: boolean }): Promise<string>
  /** Encrypts all stored secrets with the newest key, directly in the data directory. */
  rotateKey(flags: KeyRotationFlags): Promise<KeyRotation>
}
