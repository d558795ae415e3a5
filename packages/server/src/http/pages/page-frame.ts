import { html, type Html } from "./html.ts"

/** Addresses of the files that pages load; all served from here. */
export const STYLE_PATH = "/assets/lectern.css"
export const SCRIPT_PATH = "/assets/lectern.js"

/**
 * Puts a page together. It loads nothing from elsewhere and holds no script or style of its own.
 *
 * @param options.hasScript true when the page needs the script.
 */
export function renderPage(title: string, body: Html, options: { readonly hasScript?: boolean } = {}): string {
  const script = options.hasScript === true ? html`<script src="${SCRIPT_PATH}" defer></script>` : html``
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${STYLE_PATH}" />
        ${script}
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup
}
