// Starts Debian's or another installed Chromium for tests and screenshots; the project does not download a browser.
import { chromium } from "playwright-core"

/** Flags that prevent Chromium from contacting its vendor, and let it run as root in a container. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** Starts the browser in CHROMIUM_PATH, or else /usr/bin/chromium. */
export function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: FLAGS })
}
