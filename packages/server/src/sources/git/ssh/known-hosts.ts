/** The file with the keys of ssh hosts. */
export interface KnownHosts {
  /** Absolute path of a file in OpenSSH's format; if it is not pinned, ssh creates it when it does not exist. */
  readonly path: string
  /**
   * If true, only hosts in the file are accepted. If false, the key of a new host is trusted the first time and
   * required afterwards.
   */
  readonly isPinned: boolean
}

/** Name of the file in the data directory with the keys of known hosts. */
export const KNOWN_HOSTS_NAME = "known_hosts"
