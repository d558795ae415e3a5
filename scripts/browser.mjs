// Starts Debian's or another installed Chromium for tests and screenshots; the project does not download a browser.
import { existsSync } from "node:fs"
import { chromium } from "playwright-core"

/** Chromium without a user interface, with which the tests take two thirds of the time, and with one. */
const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]
const program = process.env.CHROMIUM_PATH ?? PROGRAMS.find((path) => existsSync(path)) ?? PROGRAMS[0]

/** False if no browser is installed, so that tests in a browser are skipped. CI installs one, and fails without it. */
export const hasBrowser = process.env.CI === "true" || existsSync(program)

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

/** Starts the browser in CHROMIUM_PATH, or else Debian's. */
export function startBrowser() {
  return chromium.launch({ executablePath: program, args: FLAGS })
}
