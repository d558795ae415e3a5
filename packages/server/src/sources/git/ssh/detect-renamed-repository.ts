import { isSshAddress, readSshAddress } from "./ssh-address.ts"

/** GitLab's notice for a project that has moved; ssh itself has no redirects. */
const NOTICE = /^(?:remote: *)?\s*git remote set-url origin (\S+)\s*$/m

/**
 * Returns the new address of a repository that a host announces over ssh.
 *
 * @param said standard error of git.
 * @param url requested address.
 * @returns undefined if there is none, or if it is on another host, because the key belongs to this one.
 */
export function readNewAddress(said: string, url: string): string | undefined {
  const [, announced] = NOTICE.exec(said) ?? []
  if (announced === undefined || !isSshAddress(url) || !isSshAddress(announced)) return undefined
  const [from, to] = [readSshAddress(url), readSshAddress(announced)]
  return from.host === to.host && from.port === to.port && from.path !== to.path ? announced : undefined
}
