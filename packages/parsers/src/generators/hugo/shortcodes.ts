import { FenceTracker } from "../../document/fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { aroundPage } from "../includes/include-paths.ts"

/** A shortcode call without arguments and body: `{{% mounts-note %}}`, `{{< docs/alts >}}`. */
const CALL = /\{\{([<%])\s*([A-Za-z][\w-]*(?:\/[\w-]+)*)\s*\/?[>%]\}\}/g
const MAY_CALL = /\{\{[<%]\s*[A-Za-z][\w/-]*\s*\/?[>%]\}\}/
const FOLDERS = ["layouts/_shortcodes", "layouts/shortcodes"]
const COMMENT = /\{\{-?\s*\/\*[^]*?\*\/\s*-?\}\}/g
/** A template that only shows a file: `{{ readFile "includes/why.md" | markdownify }}`. */
const ONE_FILE = /^\{\{-?\s*readFile\s+"([^"\n]+)"(?:\s*\|\s*(?:markdownify|safeHTML|\.Page\.RenderString))?\s*-?\}\}$/
/** Longer templates are not text of a page. */
const MAX_CHARACTERS = 65_536

/** Checks quickly whether a Hugo page may use shortcodes without arguments. */
export function hasShortcodes(text: string): boolean {
  return MAY_CALL.test(text)
}

/** Replaces shortcodes whose template in `layouts` is plain text that is the same on every page. */
export function fillShortcodes(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  if (!lines.some(({ text }) => MAY_CALL.test(text))) return lines
  const known = new Map<string, string | undefined>()
  const textOf = (name: string): string | undefined => {
    if (!known.has(name)) known.set(name, textOfShortcode(name, context))
    return known.get(name)
  }
  const fences = new FenceTracker()
  return lines.flatMap((line) => {
    fences.next(line.text)
    if (fences.isInside || line.text.length > MAX_LINE_CHARACTERS || !MAY_CALL.test(line.text)) return [line]
    const alone = /^(\s*)\{\{[<%]\s*([\w/-]+)\s*\/?[>%]\}\}\s*$/.exec(line.text)
    const block = alone === null ? undefined : textOf(alone[2] ?? "")
    if (block !== undefined) return context.linesAt(block, line.at, alone?.[1] ?? "")
    const text = line.text.replace(CALL, (whole: string, _sign: string, name: string) => {
      const shown = textOf(name)
      if (shown === undefined || shown.includes("\n\n")) return whole
      return context.hasRoomFor(shown.length, line.at) ? shown.replaceAll("\n", " ") : ""
    })
    return [{ text, at: line.at }]
  })
}

function textOfShortcode(name: string, context: IncludeContext): string | undefined {
  const template = peekFirst(
    FOLDERS.flatMap((folder) => ["md", "html"].flatMap((end) => aroundPage(`${folder}/${name}.${end}`, context.path))),
    context,
  )
  if (template === undefined || template.length > MAX_CHARACTERS) return undefined
  const body = template.replace(COMMENT, "").trim()
  const file = ONE_FILE.exec(body)?.[1]
  const text = file === undefined ? body : peekFirst(aroundPage(file, context.path), context)?.trim()
  return text === undefined || text === "" || text.includes("{{") ? undefined : text
}

function peekFirst(paths: readonly string[], context: IncludeContext): string | undefined {
  for (const path of paths) {
    const text = context.peek(path)
    if (text !== undefined) return text
  }
  return undefined
}
