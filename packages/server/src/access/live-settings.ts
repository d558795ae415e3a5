import type { Clock } from "../base/clock.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"

/** What one process changes counts in every other after at most this time. */
const REREAD_AFTER_MS = 2_000

/** Names of the stored values. */
const PREFIX = "live."
const ANONYMOUS = { parse: "live.anonymous.parse", delete: "live.anonymous.delete" } as const

/** What an admin can allow callers without a key to do, in the self-hosted edition. */
export type AnonymousSwitch = "parse" | "delete"

/** Settings that people change while the service runs, kept in the catalogue and at hand without waiting. */
export interface LiveSettings {
  /** What callers without a key may do besides reading; all off at first. */
  anonymousMay(): Readonly<Record<AnonymousSwitch, boolean>>
  /** The value that an admin gave a setting; undefined when it is the environment's. */
  given(name: string): string | undefined
  /** Reads what other processes changed, when the last reading is older than two seconds. */
  refresh(): Promise<void>
  changeAnonymous(changes: Partial<Record<AnonymousSwitch, boolean>>): Promise<void>
  /** Gives settings values; they count here at once. */
  give(values: Readonly<Record<string, string>>): Promise<void>
}

/** Makes the live settings of this process; everything is at its default until the first `refresh`. */
export function createLiveSettings(catalogue: Pick<Catalogue, "settings">, clock: Clock): LiveSettings {
  let values: ReadonlyMap<string, string> = new Map()
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let timesRead = 0
  let newestRead = 0

  /** A reading that began before another one, and ends after it, knows less. */
  async function read(): Promise<void> {
    const number = ++timesRead
    const startedAtMs = clock.now()
    const found = await catalogue.settings.withPrefix(PREFIX)
    if (number < newestRead) return
    newestRead = number
    values = found
    readAtMs = startedAtMs
  }

  async function write(changes: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(changes)) await catalogue.settings.set(name, value)
    await read()
  }

  return {
    anonymousMay: () => ({
      parse: values.get(ANONYMOUS.parse) === "1",
      delete: values.get(ANONYMOUS.delete) === "1",
    }),
    given: (name) => values.get(PREFIX + name),
    refresh() {
      if (clock.now() - readAtMs < REREAD_AFTER_MS) return Promise.resolve()
      reading ??= read().finally(() => (reading = undefined))
      return reading
    },
    changeAnonymous({ parse, delete: remove }) {
      return write({
        ...(parse === undefined ? {} : { [ANONYMOUS.parse]: parse ? "1" : "0" }),
        ...(remove === undefined ? {} : { [ANONYMOUS.delete]: remove ? "1" : "0" }),
      })
    },
    give: (given) => write(Object.fromEntries(Object.entries(given).map(([name, value]) => [PREFIX + name, value]))),
  }
}
