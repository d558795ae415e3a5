import { useSyncExternalStore } from "react"

/** The steps for a new user, in order. */
export const STEPS = ["add", "ask", "connect", "invite"] as const
export type Step = (typeof STEPS)[number]

const STORAGE_KEY = "lectern-first-steps"
const listeners = new Set<() => void>()

const storedText = () => localStorage.getItem(STORAGE_KEY) ?? ""

function store(steps: readonly Step[]): void {
  localStorage.setItem(STORAGE_KEY, steps.join(" "))
  for (const listener of listeners) listener()
}

/** Returns the steps that were done or skipped in this browser. */
export function useFinishedSteps(): readonly Step[] {
  const text = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, storedText)
  return STEPS.filter((step) => text.split(" ").includes(step))
}

/** Records that steps were done or skipped. */
export function finishSteps(...finished: readonly Step[]): void {
  const before = storedText().split(" ")
  store(STEPS.filter((step) => before.includes(step) || finished.includes(step)))
}

/** Shows every step again. */
export function restartSteps(): void {
  store([])
}
