import type { FastifyRequest } from "fastify"
import { LRUCache } from "lru-cache"

/** Maximum number of clients whose names a process remembers. */
const MAX_CLIENTS = 2_000

/**
 * Remembers the names of clients that use the 2025 protocols: they send their name when they connect, and there are no
 * sessions. Clients at one address with the same `User-Agent` and key share the name of the one that connected last.
 */
export class ClientNames {
  readonly #names = new LRUCache<string, string>({ max: MAX_CLIENTS })

  remember(request: FastifyRequest, name: string): void {
    this.#names.set(keyOf(request), name)
  }

  nameOf(request: FastifyRequest): string | undefined {
    return this.#names.get(keyOf(request))
  }
}

function keyOf({ ip, headers, caller }: FastifyRequest): string {
  const person = caller.kind === "user" ? caller.keyKey : caller.kind
  return JSON.stringify([ip, headers["user-agent"] ?? "", person])
}
