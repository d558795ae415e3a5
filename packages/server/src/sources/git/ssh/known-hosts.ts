/** Where the keys are by which hosts are recognised. */
export interface KnownHosts {
  /** Absolute path of a file in the form of OpenSSH; made by ssh when absent and not pinned. */
  readonly path: string
  /** True: only hosts of the file are talked to. False: a host is trusted the first time, and held to its key afterwards. */
  readonly isPinned: boolean
}

/** Name of the file in the data directory that remembers the keys of hosts seen before. */
export const KNOWN_HOSTS_NAME = "known_hosts"
