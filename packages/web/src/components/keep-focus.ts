/** Id of the element that contains the page. */
export const CONTENT_ID = "content"

/** Time in which a dialog that closes makes the page reachable again, and returns the focus to where it was before. */
const CLOSING_MS = 50

/**
 * Moves the focus to the page if the element that had it is gone. Otherwise, the next Tab key would start at the top of
 * the window, and screen readers would not notice that something has changed.
 */
export function rescueFocus(): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
}

/** Calls `rescueFocus` whenever an element vanishes that has the focus, such as a button in a row that it deletes. */
export function watchFocus(): void {
  let focused: Element | undefined
  document.addEventListener("focusin", ({ target }) => {
    focused = target instanceof Element ? target : undefined
  })
  const observer = new MutationObserver(() => {
    if (focused === undefined || focused.isConnected) return
    focused = undefined
    setTimeout(rescueFocus, CLOSING_MS)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
