import type { Browser } from "playwright-core"

/** False if no browser is installed, so that tests in a browser are skipped. CI installs one, and fails without it. */
export const hasBrowser: boolean

/** Starts the browser in CHROMIUM_PATH, or else Debian's. */
export function startBrowser(): Promise<Browser>
