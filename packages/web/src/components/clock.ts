import { useEffect, useState } from "react"

/** Texts such as `2 minutes ago` are at most this old. */
const TICK_MS = 20_000

const listeners = new Set<(nowMs: number) => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Returns the current time, and renders again as it advances. All users share one timer. */
export function useNowMs(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    listeners.add(setNowMs)
    timer ??= setInterval(tick, TICK_MS)
    return () => {
      listeners.delete(setNowMs)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return nowMs
}

function tick(): void {
  const nowMs = Date.now()
  for (const listener of listeners) listener(nowMs)
}
