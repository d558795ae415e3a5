/** Smaller text cannot be read. */
const MIN_FONT_PX = 3
const MIN_FONT_SHARE = 0.2
const MIN_OPACITY = 0.06
/** An element shifted by more than this is outside of every screen. */
const MIN_OFFSET_PX = 900
const MIN_OFFSET_SHARE = 50

const PX_PER_UNIT: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, cm: 38, mm: 3.8, in: 96, q: 1 }

/**
 * Returns true if an inline style hides an element from readers: not displayed, transparent, tiny, in the colour of its own background,
 * clipped to nothing, or outside of the screen.
 *
 * Collapsed boxes (a height of 0) are not hidden, because documentation folds sections that way. White text without its own background is
 * not hidden either, because the box around it may be dark.
 */
export function isHiddenStyle(style: string): boolean {
  const rules = readStyle(style)
  return (
    rules.get("display") === "none" ||
    /^(?:hidden|collapse)$/.test(rules.get("visibility") ?? "") ||
    isTransparent(rules) ||
    isTiny(rules) ||
    isClipped(rules) ||
    isOffScreen(rules)
  )
}

function readStyle(style: string): ReadonlyMap<string, string> {
  const rules = new Map<string, string>()
  for (const rule of style.toLowerCase().split(";")) {
    const at = rule.indexOf(":")
    if (at > 0)
      rules.set(
        rule.slice(0, at).trim(),
        rule
          .slice(at + 1)
          .replace("!important", "")
          .trim(),
      )
  }
  return rules
}

function isTransparent(rules: ReadonlyMap<string, string>): boolean {
  const opacity = rules.get("opacity")
  if (opacity !== undefined && numberOf(opacity, "%") < MIN_OPACITY) return true
  const colour = colourOf(rules.get("color"))
  if (colour === undefined) return false
  const background = colourOf(rules.get("background-color") ?? rules.get("background"))
  return colour === "transparent" || colour === background
}

function isTiny(rules: ReadonlyMap<string, string>): boolean {
  const [, size = "", unit = ""] = /^(\d{0,4}(?:\.\d{1,6})?)([a-z%]*)$/.exec(rules.get("font-size") ?? "") ?? []
  if (size === "") return false
  const px = PX_PER_UNIT[unit]
  if (px !== undefined) return Number(size) * px < MIN_FONT_PX
  if (unit === "%") return Number(size) / 100 < MIN_FONT_SHARE
  return Number(size) < MIN_FONT_SHARE
}

function isClipped(rules: ReadonlyMap<string, string>): boolean {
  const clip = `${rules.get("clip") ?? ""} ${rules.get("clip-path") ?? ""}`.replaceAll(" ", "")
  if (/rect\((?:[01](?:px)?,?){4}\)|inset\((?:50|100)%|circle\(0/.test(clip)) return true
  if (/\bscale[xy]?\(\s*0(?:\.0+)?\s*[,)]/.test(rules.get("transform") ?? "")) return true
  const isPoint = ["width", "height"].every((name) => /^[01](?:px)?$/.test(rules.get(name) ?? ""))
  return isPoint && /hidden|clip/.test(rules.get("overflow") ?? "")
}

function isOffScreen(rules: ReadonlyMap<string, string>): boolean {
  if (isFar(rules.get("text-indent"))) return true
  if (!/^(?:absolute|fixed)$/.test(rules.get("position") ?? "")) return false
  return ["left", "top", "right", "bottom", "inset-inline-start", "margin-left", "margin-top"].some((name) =>
    isFar(rules.get(name)),
  )
}

function isFar(length: string | undefined): boolean {
  const [, size = "", unit = ""] = /^-(\d{1,8}(?:\.\d{1,4})?)([a-z%]*)$/.exec(length ?? "") ?? []
  if (size === "") return false
  const px = PX_PER_UNIT[unit]
  return px === undefined ? Number(size) >= MIN_OFFSET_SHARE : Number(size) * px >= MIN_OFFSET_PX
}

function numberOf(text: string, percent: string): number {
  const number = Number.parseFloat(text)
  if (Number.isNaN(number)) return Infinity
  return text.endsWith(percent) ? number / 100 : number
}

const NAMES: Readonly<Record<string, string>> = { white: "ffffff", black: "000000" }

/** Normalises the most common notations of a colour; others are compared as written. */
function colourOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const [, short] = /^#([\da-f]{3})$/.exec(value) ?? []
  if (short !== undefined) return [...short].map((digit) => digit + digit).join("")
  const numbers = /^rgba?\(([^()]{5,60})\)$/.exec(value)?.[1]
  if (numbers !== undefined) {
    const [red = "", green = "", blue = "", alpha = "1"] = numbers.trim().split(/[\s,/]+/)
    if (numberOf(alpha, "%") < MIN_OPACITY) return "transparent"
    return [red, green, blue].map((part) => Number(part).toString(16).padStart(2, "0")).join("")
  }
  return NAMES[value] ?? value.replace(/^#/, "")
}
