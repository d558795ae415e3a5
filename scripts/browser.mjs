// Starts Debian's or another installed Chromium for tests and screenshots; the project downloads no browser.
import { chromium } from "playwright-core"

/** Keeps Chromium from calling home, and lets it run as root in a container. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** Starts a browser: the one in CHROMIUM_PATH, else /usr/bin/chromium. */
export function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: FLAGS })
}
