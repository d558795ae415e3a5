/** A stream that the command line writes to, such as `process.stdout`. */
export interface CliStream {
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): unknown
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown
  readonly isTTY?: boolean | undefined
  /** Width of the terminal in characters. */
  readonly columns?: number | undefined
}

/** Input and output of a command: streams, environment, Ctrl-C. */
export interface CliIo {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined }
  readonly stdout: CliStream
  readonly stderr: CliStream
  readonly environment: Readonly<Record<string, string | undefined>>
  /**
   * Calls the listener at the first Ctrl-C instead of ending the process. A second Ctrl-C ends it.
   *
   * @returns a function that removes the listener.
   */
  readonly onInterrupt: (listener: () => void) => () => void
}

/** Input and output of this process. */
export const processIo: CliIo = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  onInterrupt(listener) {
    process.once("SIGINT", listener)
    return () => process.off("SIGINT", listener)
  },
}
