import { useEffect, useState } from "react"
import { useSettled } from "./use-settled.ts"

/**
 * Returns a text that is typed into a field, and its setter. After a pause in typing it is written into the address, so
 * that it can be shared and is there after going back.
 *
 * @param addressed the text in the address, which replaces what was typed when something else changes it.
 */
export function useAddressText(
  addressed: string,
  write: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(addressed)
  const [before, setBefore] = useState(addressed)
  const settled = useSettled(text).trim()
  if (addressed !== before) {
    setBefore(addressed)
    if (addressed !== settled) setText(addressed)
  }
  useEffect(() => {
    if (settled !== addressed) write(settled)
    // Only for a new text: an address that changes by itself must not be changed back.
  }, [settled])
  return [text, setText]
}
