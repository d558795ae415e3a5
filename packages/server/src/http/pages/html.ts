/** HTML that is safe to send, because every value in it has been escaped. */
export interface Html {
  readonly markup: string
}

type Value = Html | readonly Html[] | string | number

/**
 * Creates HTML; values are escaped unless they are HTML themselves.
 *
 * @example html`<li>${title}</li>`
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = parts.reduce((text, part, at) => text + markupOf(values[at - 1] ?? "") + part)
  return { markup }
}

/** Escapes text for use between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
}

function markupOf(value: Value): string {
  if (typeof value === "string") return escapeHtml(value)
  if (typeof value === "number") return String(value)
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("")
}
