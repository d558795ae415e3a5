/** Characters with names in roff. */
const NAMED: Readonly<Record<string, string>> = {
  aq: "'",
  bu: "•",
  cq: "’",
  co: "©",
  dq: '"',
  em: "—",
  en: "–",
  ha: "^",
  hy: "-",
  lq: "“",
  mi: "-",
  oq: "‘",
  rg: "®",
  rq: "”",
  rs: "\\",
  ti: "~",
  tm: "™",
  ga: "`",
  at: "@",
  "<=": "≤",
  ">=": "≥",
  "->": "→",
  "<-": "←",
  "+-": "±",
  mu: "×",
}

/** A stretch of text in one font. */
interface Run {
  readonly font: "roman" | "bold" | "italic"
  readonly text: string
}

const ESCAPE =
  /\\(?:f(?:\[([^\]]*)\]|\((..)|(.))|\((..)|\[([^\]]*)\]|\*(?:\[([^\]]*)\]|\((..)|(.))|s(?:\[[^\]]*\]|[+-]?\d{1,2})|[hvwlLDXZ]'[^']*'|[mMFYVgkn](?:\[[^\]]*\]|\(..|.)|"[^\n]*|(.))/g
const STRINGS: Readonly<Record<string, string>> = { lq: "“", rq: "”", R: "®", Tm: "™", Aq: "'" }
const SINGLE: Readonly<Record<string, string>> = {
  "-": "-",
  e: "\\",
  "\\": "\\",
  " ": " ",
  "~": " ",
  "0": " ",
  "'": "'",
  "`": "`",
  ".": ".",
  t: "\t",
}

function runsOf(line: string): readonly Run[] {
  const runs: Run[] = []
  let font: Run["font"] = "roman"
  let last = 0
  const push = (text: string) => void (text !== "" && runs.push({ font, text }))
  for (const match of line.matchAll(ESCAPE)) {
    push(line.slice(last, match.index))
    last = match.index + match[0].length
    const [, longFont, pairFont, shortFont, pair, name, longString, pairString, shortString, single] = match
    const chosen = longFont ?? pairFont ?? shortFont
    if (chosen !== undefined)
      font = /^(?:B|3|CB|CW|C|CR)$/.test(chosen) ? "bold" : /^(?:I|2|BI|4|CI)$/.test(chosen) ? "italic" : "roman"
    else if (pair !== undefined || name !== undefined) push(characterOf(pair ?? name ?? ""))
    else if (single !== undefined) push(SINGLE[single] ?? "")
    else push(STRINGS[longString ?? pairString ?? shortString ?? ""] ?? "")
  }
  push(line.slice(last))
  return runs
}

function characterOf(name: string): string {
  const point = /^u([0-9A-Fa-f]{4,6})$/.exec(name)?.[1]
  if (point !== undefined && Number.parseInt(point, 16) <= 0x10ffff)
    return String.fromCodePoint(Number.parseInt(point, 16))
  return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? "") : ""
}

/** Returns the plain text of a line of roff. */
export function plainRoff(line: string): string {
  return runsOf(line)
    .map(({ text }) => text)
    .join("")
}

/** Converts a line of roff to Markdown. Bold text is literal and becomes code; italic text is a placeholder. */
export function roffToMarkdown(line: string): string {
  return runsOf(line)
    .map(({ font, text }) => {
      const word = text.trim()
      if (font === "roman" || word === "") return text
      const start = text.indexOf(word)
      const [before, after] = [text.slice(0, start), text.slice(start + word.length)]
      return before + (font === "italic" ? `*${word}*` : word.includes("`") ? word : `\`${word}\``) + after
    })
    .join("")
    .replaceAll("``", "")
}

/** Splits the arguments of a macro: words, and text in quotes. */
export function roffArguments(text: string): readonly string[] {
  const found: string[] = []
  for (const [, quoted, word] of text
    .replace(/(?:^|\s)\\".*$/, "")
    .matchAll(/"((?:[^"]|"")*)"?|((?:\\ |[^\s"])(?:\\ |\S)*)/g)) {
    found.push(quoted === undefined ? (word ?? "") : quoted.replaceAll('""', '"'))
  }
  return found
}
