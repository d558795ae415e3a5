import { html, type Html } from "./html.ts"

/** Path of the pages' style sheet, below the root of the server. */
export const STYLE_PATH = "assets/lectern.css"

/**
 * Creates a page. It loads nothing from other origins and contains no inline scripts or styles.
 *
 * @param root URL of the root of the server; relative if the page has to work behind a path prefix.
 */
export function renderPage(title: string, body: Html, root = "/"): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${root}${STYLE_PATH}" />
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup
}
