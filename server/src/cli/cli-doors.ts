/** A stream that the command line writes to; `process.stdout` and `process.stderr` fit. */
export interface CliStream {
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): unknown
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown
  readonly isTTY?: boolean | undefined
  /** Width of the terminal in characters. */
  readonly columns?: number | undefined
}

/** What `lectern serve` may be told on its command line; what is left out comes from the settings. */
export interface ServeOptions {
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly dataDir?: string | undefined
  /** False: answer only; some `lectern work` on the same data directory ingests. */
  readonly worker: boolean
}

/** A server that is ready to answer. */
export interface RunningServer {
  /** Root address that works on this machine, for instance `http://127.0.0.1:3000`. */
  readonly url: string
  readonly dataDir: string
  /** A first question that can be answered at once or within seconds; null when there is no sample. */
  readonly sample: { readonly libraryId: string; readonly question: string } | null
  /** Settles with the exit code when the server was told to stop (SIGINT, SIGTERM) and has stopped. */
  readonly stopped: Promise<number>
}

export interface WorkOptions {
  readonly dataDir?: string | undefined
  /** Ingestions at a time, 1 to 16. */
  readonly concurrency?: number | undefined
}

/** A worker that takes jobs. */
export interface RunningWorker {
  readonly dataDir: string
  /** Settles with the exit code when the worker was told to stop and has put its jobs back. */
  readonly stopped: Promise<number>
}

export interface MigrateReport {
  readonly dataDir: string
  /** Names of the migrations that were applied now, in order; empty when nothing was to be done. */
  readonly applied: readonly string[]
}

export interface LocalOptions {
  readonly dataDir?: string | undefined
  /** True: run a worker as well, because the command queues jobs and waits for them. */
  readonly worker: boolean
}

/** The program on a data directory, without a port. */
export interface LocalServer {
  /** Answers requests to any origin in this process. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** A key that stands for the program itself for as long as it runs. */
  readonly apiKey: string
  readonly close: () => Promise<void>
}

/**
 * Everything that the command line needs from the program around it. Where a door is given bad settings it rejects with
 * an error that has `problems: string[]`; the command then ends with exit code 2.
 */
export interface CliDoors {
  /** Version of the program. */
  readonly version: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined }
  readonly stdout: CliStream
  readonly stderr: CliStream
  /**
   * Calls the listener at Ctrl-C instead of ending the process.
   *
   * @returns a function that ends that.
   */
  readonly onInterrupt: (listener: () => void) => () => void
  readonly serve: (options: ServeOptions) => Promise<RunningServer>
  readonly work: (options: WorkOptions) => Promise<RunningWorker>
  readonly migrate: (options: { readonly dataDir?: string | undefined }) => Promise<MigrateReport>
  readonly openLocal: (options: LocalOptions) => Promise<LocalServer>
}
