/** Syntax of the body of `.. csv-table::`. */
export interface CsvDialect {
  readonly delimiter: string
  readonly quote: string
  /** Escapes the next character; empty when a quote is escaped by doubling it. */
  readonly escape: string
}

/** Parses the options `:delim:`, `:quote:` and `:escape:`. */
export function csvDialect(options: Readonly<Record<string, string>>): CsvDialect {
  return {
    delimiter: character(options["delim"], ","),
    quote: character(options["quote"], '"'),
    escape: character(options["escape"], ""),
  }
}

/** Parses a character, or its name or code: `tab`, `space`, `U+003B`, `0x3b`. */
function character(value: string | undefined, fallback: string): string {
  const text = value?.trim() ?? ""
  if (text === "tab") return "\t"
  if (text === "space") return " "
  const code = /^(?:0x|U\+|\\u|\\x|&#x)([0-9a-f]{2,6});?$/i.exec(text)?.[1]
  const point = Number.parseInt(code ?? "", 16)
  if (point <= 0x10ffff) return String.fromCodePoint(point)
  return text.charAt(0) || fallback
}

/** Parses comma-separated values as described in RFC 4180: a quoted value may contain commas and line breaks. */
export function csvRows(text: string, { delimiter, quote, escape }: CsvDialect): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let value = ""
  let isQuoted = false
  const endRow = () => {
    row.push(value)
    if (row.length > 1 || value.trim() !== "") rows.push(row)
    row = []
    value = ""
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (escape !== "" && sign === escape && at + 1 < text.length) value += text.charAt(++at)
    else if (isQuoted && sign === quote && text.charAt(at + 1) === quote) value += text.charAt(++at)
    else if (isQuoted && sign === quote) isQuoted = false
    else if (isQuoted) value += sign
    else if (sign === quote && value.trim() === "") {
      isQuoted = true
      value = ""
    } else if (sign === delimiter) {
      row.push(value)
      value = ""
    } else if (sign === "\n") endRow()
    else value += sign
  }
  endRow()
  return rows
}
