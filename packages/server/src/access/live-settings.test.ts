import { describe, expect, it } from "vitest"
import { manualClock } from "../base/manual-clock.testing.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { createLiveSettings } from "./live-settings.ts"

it("keeps what was just given, when a reading that began before ends after it", async () => {
  const stored = new Map<string, string>()
  const held: (() => void)[] = []
  let isHeld = true
  const settings = {
    async withPrefix() {
      const found = new Map(stored)
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      return found
    },
    set: async (name: string, value: string) => void stored.set(name, value),
  }
  const live = createLiveSettings({ settings: settings as unknown as Catalogue["settings"] }, manualClock())

  const slow = live.refresh()
  isHeld = false
  await live.changeAnonymous({ parse: true })
  for (const release of held) release()
  await slow

  expect(live.anonymousMay()).toEqual({ parse: true, delete: false })
})

describe("settings that change while the service runs", () => {
  function twoProcesses() {
    const stored = new Map<string, string>()
    const clock = manualClock()
    let reads = 0
    const settings = {
      async withPrefix(prefix: string) {
        reads++
        return new Map([...stored].filter(([name]) => name.startsWith(prefix)))
      },
      set: async (name: string, value: string) => void stored.set(name, value),
    }
    const open = () => createLiveSettings({ settings: settings as unknown as Catalogue["settings"] }, clock)
    return { clock, stored, one: open(), other: open(), reads: () => reads }
  }

  it("take effect at once in one process, and within two seconds in the others", async () => {
    const { clock, one, other } = twoProcesses()
    await other.refresh()
    await one.changeAnonymous({ parse: true, delete: true })
    await one.changeAnonymous({ parse: false })
    expect(one.anonymousMay()).toEqual({ parse: false, delete: true })

    clock.advance(1_999)
    await other.refresh()
    expect(other.anonymousMay()).toEqual({ parse: false, delete: false })
    clock.advance(1)
    await other.refresh()
    expect(other.anonymousMay()).toEqual({ parse: false, delete: true })
  })

  it("are stored only if they are given", async () => {
    const { one, stored } = twoProcesses()
    await one.changeAnonymous({ delete: false })
    await one.give({ theme: "dark" })

    expect(Object.fromEntries(stored)).toEqual({ "live.anonymous.delete": "0", "live.theme": "dark" })
    expect([one.given("theme"), one.given("colour")]).toEqual(["dark", undefined])
  })

  it("are read again by the next refresh once they expire, also while they are being read", async () => {
    const { one, other, reads } = twoProcesses()
    await other.refresh()
    await one.changeAnonymous({ parse: true })
    other.expire()
    const reading = other.refresh()
    expect(other.refresh()).toBe(reading)
    other.expire()
    await reading
    const before = reads()
    await other.refresh()
    await other.refresh()

    expect(reads()).toBe(before + 1)
    expect(other.anonymousMay().parse).toBe(true)
  })
})
