import type { Browser } from "playwright-core"

/** Starts a browser: the one in CHROMIUM_PATH, else /usr/bin/chromium. */
export function startBrowser(): Promise<Browser>
