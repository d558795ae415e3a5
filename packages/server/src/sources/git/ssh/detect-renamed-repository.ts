import { isSshAddress, readSshAddress } from "./ssh-address.ts"

/** What GitLab advises beside every answer for a project that has moved; ssh itself knows no redirects. */
const NOTICE = /^(?:remote: *)?\s*git remote set-url origin (\S+)\s*$/m

/**
 * Finds the address that a host announces over ssh as the new one of a repository.
 *
 * @param said standard error of git.
 * @param url address that was asked.
 * @returns undefined when there is none, or none on the same host: the key was given for that host.
 */
export function announcedMove(said: string, url: string): string | undefined {
  const [, announced] = NOTICE.exec(said) ?? []
  if (announced === undefined || !isSshAddress(url) || !isSshAddress(announced)) return undefined
  const [from, to] = [readSshAddress(url), readSshAddress(announced)]
  return from.host === to.host && from.port === to.port && from.path !== to.path ? announced : undefined
}
