import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { HostUnreachable } from "../../net/errors.ts"
import { reachHost } from "../../net/reach-host.ts"
import { SourceUnreachable } from "../base/errors.ts"
import type { GitConnection } from "./git-environment.ts"
import type { GitRemoteRequest } from "./git-request.ts"
import type { SourceEnvironment } from "../kind/source-environment.ts"
import { readDeployKey } from "./ssh/deploy-key.ts"
import { createKnownHosts } from "./ssh/known-hosts.ts"
import { readSshAddress, sshUrlOf } from "./ssh/ssh-address.ts"
import { sshCommand } from "./ssh/ssh-command.ts"
import { keyNeeded } from "./ssh/ssh-failure.ts"

/** Name of the file with the key while the repository is fetched. */
const KEY_FILE = "deploy-key"

/**
 * Prepares git to reach a repository over ssh: checks every address of the host, selects one of them, and writes the
 * key to a file that only this user can read. The file is deleted with the directory.
 *
 * @param directory work directory of this run.
 * @throws {AddressRefused} {AccessRefused} {SourceUnreachable} {InvalidInput}
 */
export async function connectSsh(
  request: GitRemoteRequest,
  { environment, directory }: { readonly environment: SourceEnvironment; readonly directory: string },
  signal: AbortSignal,
): Promise<GitConnection> {
  const address = readSshAddress(request.url)
  const { guard, knownHosts } = environment
  if (request.token === undefined) throw keyNeeded(address.host)
  const key = readDeployKey(request.token)
  // When parsed as the host of a URL, a number such as 0x7f000001 becomes the IP address that it means.
  const { hostname } = guard.assertUrlAllowed(`https://${address.host}/`)
  const connectTo = await reach(hostname, address.port)
  const keyPath = join(directory, KEY_FILE)
  await writeFile(keyPath, key, { mode: 0o600, flag: "wx" })
  await createKnownHosts(knownHosts)
  return {
    url: sshUrlOf(address),
    settings: [
      ["protocol.ssh.allow", "always"],
      // Only the short form supports paths relative to the user's home. The host to connect to is part of the ssh
      // command.
      ["remote.origin.url", `${address.user}@${hostname}:${address.path}`],
    ],
    variables: {
      GIT_SSH_COMMAND: sshCommand({ address, connectTo, keyPath, knownHosts }),
      GIT_SSH_VARIANT: "ssh",
    },
  }

  async function reach(host: string, port: number): Promise<string> {
    try {
      return await reachHost(host, port, { guard, signal })
    } catch (error) {
      throw error instanceof HostUnreachable ? new SourceUnreachable(error.message, { cause: error }) : error
    }
  }
}
