import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AnswerKind, answerKinds } from "../addresses/answers.ts"
import { type ConnectionWatch, watchConnections } from "../addresses/connection-watch.ts"
import { type EntryPoint, type EntryPointParts, entryPoints } from "../addresses/entry-points.ts"
import { HOSTILE_ADDRESSES, hostileHosts } from "../addresses/hostile-addresses.ts"
import { openPublicHost, PUBLIC_ADDRESS, type PublicHost } from "../addresses/public-host.ts"
import { redirectChains } from "../addresses/redirect-chains.ts"
import type { HardeningOptions, HardeningRow } from "../corpus.ts"
import { guardedFetch, makeAddressGuard, makeKeyPair, ServiceError } from "../product.ts"

export const name = "addresses"

/** The short form tests one in this many. */
const SHORT_STEP = 12
/** Maximum number of requests after a redirect, including robots.txt and further paths of a service. */
const MAX_REQUESTS = 40

interface Attack {
  readonly watch: ConnectionWatch
  readonly host: PublicHost
  readonly pick: <Item>(items: readonly Item[]) => readonly Item[]
}

/**
 * Tests hostile addresses and redirects with everything that connects to addresses. Nothing except the one public host
 * may be reached.
 */
export async function run({ isShort }: HardeningOptions): Promise<readonly HardeningRow[]> {
  const workDirectory = await mkdtemp(join(tmpdir(), "lectern-hardening-"))
  const host = await openPublicHost()
  const watch = watchConnections(PUBLIC_ADDRESS)
  const attack: Attack = {
    watch,
    host,
    pick: (items) => (isShort ? items.filter((_, at) => at % SHORT_STEP === 0) : items),
  }
  try {
    const rows = [await tryWatch(attack)]
    const sshKey = makeKeyPair().private
    const direct = { guard: host.guard, workDirectory, sshKey }
    const proxied = { guard: host.proxiedGuard, workDirectory, sshKey }
    return [...rows, ...(await tryEverything(direct, attack)), ...(await tryProxied(proxied, attack))]
  } finally {
    watch.close()
    await host.close()
    await rm(workDirectory, { recursive: true, force: true })
  }
}

async function tryEverything(parts: EntryPointParts, attack: Attack): Promise<readonly HardeningRow[]> {
  const rows: HardeningRow[] = []
  for (const entry of entryPoints(parts)) {
    const isSsh = entry.name.includes("SSH")
    const isProxied = parts.guard === attack.host.proxiedGuard
    if (isProxied && (isSsh || entry.isOperators === true)) continue
    if (entry.isOperators !== true) rows.push(await tryAddresses(entry, attack))
    if (!isSsh) rows.push(await tryRedirects(entry, isProxied ? "byName" : "byAddress", attack))
  }
  for (const kind of answerKinds(attack.host, parts)) rows.push(await tryAnswers(kind, attack))
  return rows
}

/**
 * Repeats the test with a proxy, except for SSH, which is never proxied, and addresses of operators, whose names the
 * system resolves. The proxy runs in this process and connects to whatever is requested, so that the watch sees it.
 */
async function tryProxied(parts: EntryPointParts, attack: Attack): Promise<readonly HardeningRow[]> {
  attack.host.takeProxyCount()
  const rows = await tryEverything(parts, attack)
  const isUsed = attack.host.takeProxyCount() > 0
  return [
    rowOf("the proxy is used", 1, isUsed ? [] : ["nothing went through it"]),
    ...rows.map((row) => ({ ...row, target: `through a proxy: ${row.target}` })),
  ]
}

/** Deliberately reaches another address, because a watch that sees nothing would never report a problem. */
async function tryWatch({ watch }: Attack): Promise<HardeningRow> {
  const signal = AbortSignal.timeout(5_000)
  const guard = makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] })
  await outcomeOf(async () => (await guardedFetch("http://127.53.53.54:18181/", { guard, signal })).status === 200)
  const isSeen = watch.take().length === 1
  return rowOf("a forbidden connection is seen", 1, isSeen ? [] : ["the watch has not seen it"])
}

async function tryAddresses(entry: EntryPoint, { watch, pick }: Attack): Promise<HardeningRow> {
  const letThrough: string[] = []
  const addresses = pick([...hostileHosts().map((host) => entry.addressOf(host)), ...HOSTILE_ADDRESSES])
  for (const address of addresses) {
    const outcome = await outcomeOf(() => entry.reach(address))
    const reached = watch.take()
    if (reached.length > 0) letThrough.push(`${shown(address)}: ${reached.join(", ")}`)
    else if (outcome !== "refused") letThrough.push(`${shown(address)}: ${outcome}`)
  }
  return rowOf(`${entry.name}: addresses`, addresses.length, letThrough)
}

async function tryRedirects(
  entry: EntryPoint,
  origin: "byAddress" | "byName",
  { watch, host, pick }: Attack,
): Promise<HardeningRow> {
  const letThrough: string[] = []
  const chains = pick(redirectChains())
  for (const chain of chains) {
    host.takeRequestCount()
    const address = entry.addressOf(new URL(host.redirect(chain)[origin]).host)
    const outcome = await outcomeOf(() => entry.reach(address))
    const reached = watch.take()
    const requestCount = host.takeRequestCount()
    if (reached.length > 0) letThrough.push(`${chain.name}: ${reached.join(", ")}`)
    else if (requestCount === 0) letThrough.push(`${chain.name}: was not asked for, so nothing was tried`)
    else if (requestCount > MAX_REQUESTS) letThrough.push(`${chain.name}: ${requestCount} requests`)
    else if (outcome !== "refused") letThrough.push(`${chain.name}: ${outcome}`)
  }
  return rowOf(`${entry.name}: redirects`, chains.length, letThrough)
}

async function tryAnswers(kind: AnswerKind, { watch, pick, host }: Attack): Promise<HardeningRow> {
  const letThrough: string[] = []
  const addresses = pick([...hostileHosts().map((name) => `http://${name}/page`), ...HOSTILE_ADDRESSES])
  for (let at = 0; at < addresses.length; at += kind.addressesPerAnswer) {
    const some = addresses.slice(at, at + kind.addressesPerAnswer)
    host.takeRequestCount()
    const outcome = await outcomeOf(async () => (await kind.read(some)) !== undefined)
    const reached = watch.take()
    const about = some.length === 1 ? shown(some[0] ?? "") : `addresses ${at} to ${at + some.length}`
    if (reached.length > 0) letThrough.push(`${about}: ${reached.join(", ")}`)
    else if (host.takeRequestCount() === 0) letThrough.push(`${about}: the answer was not asked for`)
    else if (outcome !== "refused") letThrough.push(`${about}: ${outcome}`)
  }
  return rowOf(kind.name, addresses.length, letThrough)
}

/**
 * Returns the outcome of an attempt: `refused`, or a sentence. An error that is not a `ServiceError` would be a 500.
 */
async function outcomeOf(attempt: () => Promise<boolean>): Promise<string> {
  try {
    return (await attempt()) ? "was read" : "refused"
  } catch (error) {
    if (error instanceof ServiceError) return "refused"
    return `failed with ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`
  }
}

function rowOf(target: string, tried: number, letThrough: readonly string[]): HardeningRow {
  return { target, tried, stopped: tried - letThrough.length, letThrough }
}

function shown(address: string): string {
  return JSON.stringify(address.slice(0, 100))
}
