import { expect, it } from "vitest"
import { manualClock } from "../base/clock.ts"
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
