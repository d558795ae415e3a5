/** Writes rows as CSV (RFC 4180), with a first row of titles. */
export function csvOf(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [titles, ...rows].map((row) => row.map(cellOf).join(",")).join("\r\n")
}

/** Spreadsheets treat a text that starts with one of these characters as a formula, and evaluate it. */
const FORMULA_START = /^[=+\-@\t\r]/

function cellOf(value: string | number): string {
  const text = typeof value === "string" && FORMULA_START.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Downloads a text as a file. */
export function downloadText(fileName: string, text: string, type = "text/csv"): void {
  downloadBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Downloads bytes as a file. */
export function downloadBlob(fileName: string, content: Blob): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
