import type { Dashboard } from "./dashboard-files.ts"
import { html, type Html } from "./html.ts"
import { STYLE_PATH } from "./page-frame.ts"

/**
 * Paths of pages that the dashboard renders in the browser, in addition to the start page and the pages that work
 * without it (`/sign-in`, `/invitation`); `packages/web/src/app/router.tsx` contains the pages.
 */
export const DASHBOARD_PATHS = [
  "/libraries",
  "/libraries/*",
  "/sign-up",
  "/add",
  "/start",
  "/jobs",
  "/connect",
  "/settings",
  "/admin",
  "/admin/*",
  "/components",
] as const

/** Placeholder in the built page for the content that is shown without JavaScript. */
const PLAIN_HEAD = "<!--plain-head-->"
const PLAIN_PAGE = "<!--plain-page-->"

/**
 * Renders the page that loads the dashboard. All its URLs are relative, so that it works behind any path prefix.
 *
 * @param options.root relative URL of the root of the server, empty or ending in a slash.
 * @param options.plainPage content for browsers without JavaScript.
 */
export function renderDashboard(
  { indexHtml }: Dashboard,
  { root, plainPage }: { readonly root: string; readonly plainPage: Html },
): string {
  const style = html`<link rel="stylesheet" href="${root}${STYLE_PATH}" />`
  return indexHtml
    .replaceAll('"./assets/', `"${root}assets/`)
    .replace(PLAIN_HEAD, () => style.markup)
    .replace(PLAIN_PAGE, () => plainPage.markup)
}

/** Returns the relative URL of the root of the server from a page: `../` for each folder in its path. */
export function rootSeenFrom(url: string): string {
  const path = url.split("?", 1).join("")
  const depth = path.split("/").length - 2
  return depth === 0 ? "./" : "../".repeat(depth)
}
