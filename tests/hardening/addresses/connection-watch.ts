import { ChildProcess } from "node:child_process"
import { Socket } from "node:net"

/** Records what this process has tried to reach. */
export interface ConnectionWatch {
  /**
   * Returns what was reached since the last call: addresses other than that of the public host, and network commands.
   */
  take(): readonly string[]
  close(): void
}

/** git commands that stay on this machine or return its version. */
const LOCAL_COMMANDS = new Set(["init", "version", "--version", "cat-file", "ls-tree", "config"])

/**
 * Watches every connection of this process, after names are resolved, and every process that it starts for network
 * access.
 */
export function watchConnections(allowedAddress: string): ConnectionWatch {
  const reached: string[] = []
  const connect = Socket.prototype.connect
  const spawn = processPrototype.spawn
  Socket.prototype.connect = function watched(this: Socket, ...args: never[]): Socket {
    this.on("connectionAttempt", (address: string, port: number) => {
      if (address !== allowedAddress) reached.push(`connected to ${address} port ${port}`)
    })
    return Reflect.apply(connect, this, args) as Socket
  }
  processPrototype.spawn = function watched(this: ChildProcess, options: SpawnOptions): unknown {
    const command = commandOf(options.args)
    if (command !== undefined && !LOCAL_COMMANDS.has(command)) reached.push(`started ${options.args.join(" ")}`)
    return Reflect.apply(spawn, this, [options])
  }
  return {
    take: () => reached.splice(0),
    close() {
      Socket.prototype.connect = connect
      processPrototype.spawn = spawn
    },
  }
}

interface SpawnOptions {
  readonly file: string
  readonly args: readonly string[]
}

/** The method through which Node starts every process; its types omit it. */
const processPrototype = ChildProcess.prototype as unknown as { spawn(options: SpawnOptions): unknown }

/** Returns the git command, or the program itself; undefined for processes that do not access the network. */
function commandOf(args: readonly string[]): string | undefined {
  const at = args.indexOf("git")
  return at === -1 ? args[0] : args.slice(at + 1).find((arg) => !arg.startsWith("-") || arg === "--version")
}
