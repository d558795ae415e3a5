import type { Settings } from "./settings.ts"

/** Git hosts whose repositories have ids without their host, such as `/owner/repo`; undefined: all hosts. */
export type DedicatedHosts = ReadonlySet<string> | undefined

/** The public hosts whose owners can be told apart by name, in the hosted edition. */
const PUBLIC_HOSTS: ReadonlySet<string> = new Set(["github.com", "gitlab.com", "bitbucket.org"])

/**
 * Returns the dedicated hosts. Everyone can add libraries to a hosted instance, so names there belong to known hosts; a
 * self-hosted instance gives them to any host.
 */
export function dedicatedHostsOf({
  LECTERN_EDITION: edition,
  LECTERN_DEDICATED_HOSTS: hosts,
}: Pick<Settings, "LECTERN_EDITION" | "LECTERN_DEDICATED_HOSTS">): DedicatedHosts {
  if (hosts === undefined) return edition === "hosted" ? PUBLIC_HOSTS : undefined
  return hosts.includes("*") ? undefined : new Set(hosts.map((host) => host.toLowerCase()))
}
