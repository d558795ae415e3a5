import { useEffect, useState } from "react"

/** A pause in typing. */
const PAUSE_MS = 300

/**
 * Returns a text once it has not changed for a moment.
 *
 * @param isHeld keeps the previous text for now, so that its request is not cancelled.
 */
export function useSettled(text: string, isHeld = false): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (isHeld || settled === text) return undefined
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isHeld, settled, text])
  return settled
}
