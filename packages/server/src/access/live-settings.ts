import type { Changes } from "../base/changes.ts"
import type { Clock } from "../base/clock.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"

/** Maximum time until a change takes effect in the other processes. */
const REREAD_AFTER_MS = 2_000

/** Prefix of the names of the stored values. */
const PREFIX = "live."
const ANONYMOUS = { parse: "live.anonymous.parse", delete: "live.anonymous.delete" } as const

/** What an admin can allow anonymous callers to do, in the self-hosted edition. */
export type AnonymousSwitch = "parse" | "delete"

/** Settings that can be changed while the service runs; stored in the catalogue and readable synchronously. */
export interface LiveSettings {
  /** What anonymous callers may do besides asking questions; initially nothing. */
  anonymousMay(): Readonly<Record<AnonymousSwitch, boolean>>
  /** The value that an admin has set; undefined if the environment's value applies. */
  given(name: string): string | undefined
  /** Reads the changes of other processes, if the last read is more than two seconds old. */
  refresh(): Promise<void>
  /** Makes the next `refresh` read, because another process may have changed a setting. */
  expire(): void
  changeAnonymous(changes: Changes<Record<AnonymousSwitch, boolean>>): Promise<void>
  /** Sets values; they take effect immediately in this process. */
  give(values: Readonly<Record<string, string>>): Promise<void>
}

function switchText(isOn: boolean | undefined): string | undefined {
  return isOn === undefined ? undefined : isOn ? "1" : "0"
}

/** Creates the live settings of this process; all have their defaults until the first `refresh`. */
export function createLiveSettings(catalogue: Pick<Catalogue, "settings">, clock: Clock): LiveSettings {
  let values: ReadonlyMap<string, string> = new Map()
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let timesRead = 0
  let newestRead = 0
  let timesExpired = 0

  /**
   * Reads the stored settings. If two reads overlap, the result of the one that started earlier is discarded, because
   * it has older values.
   */
  async function read(): Promise<void> {
    const number = ++timesRead
    const startedAtMs = clock.now()
    const timesExpiredBefore = timesExpired
    const found = await catalogue.settings.withPrefix(PREFIX)
    if (number < newestRead) return
    newestRead = number
    values = found
    if (timesExpired === timesExpiredBefore) readAtMs = startedAtMs
  }

  async function write(changes: Readonly<Record<string, string | undefined>>): Promise<void> {
    for (const [name, value] of Object.entries(changes)) {
      if (value !== undefined) await catalogue.settings.set(name, value)
    }
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
    expire() {
      timesExpired++
      readAtMs = Number.NEGATIVE_INFINITY
    },
    changeAnonymous({ parse, delete: remove }) {
      return write({ [ANONYMOUS.parse]: switchText(parse), [ANONYMOUS.delete]: switchText(remove) })
    },
    give: (given) => write(Object.fromEntries(Object.entries(given).map(([name, value]) => [PREFIX + name, value]))),
  }
}
