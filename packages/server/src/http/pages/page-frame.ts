import { html, type Html } from "./html.ts"

/** Path of the style sheet that pages load, below the root of the server. */
export const STYLE_PATH = "assets/lectern.css"

/** Creates a page. It loads nothing from other origins and contains no inline scripts or styles. */
export function renderPage(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/${STYLE_PATH}" />
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup
}
