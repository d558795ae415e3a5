import type { Settings } from "./settings.ts"

/** Git hosts whose repositories have ids without their host, such as `/owner/repo`; undefined: all hosts. */
export type DedicatedHosts = ReadonlySet<string> | undefined

/** Default of the hosted edition: large public hosts, where the name of an owner is well known. */
const PUBLIC_HOSTS: ReadonlySet<string> = new Set(["github.com", "gitlab.com", "bitbucket.org"])

/**
 * Returns the dedicated hosts. Anyone can add libraries to a hosted instance, so ids without a host are reserved for
 * these hosts. A self-hosted instance allows them for every host by default.
 */
export function dedicatedHostsOf({
  LECTERN_EDITION: edition,
  LECTERN_DEDICATED_HOSTS: hosts,
}: Pick<Settings, "LECTERN_EDITION" | "LECTERN_DEDICATED_HOSTS">): DedicatedHosts {
  if (hosts === undefined) return edition === "hosted" ? PUBLIC_HOSTS : undefined
  return hosts.includes("*") ? undefined : new Set(hosts.map((host) => host.toLowerCase()))
}
