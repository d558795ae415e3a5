import { renderPlainMarkup } from "./inline.ts"
import { captionAt } from "./captions.ts"
import { expandTabs, isBlank } from "./lines.ts"

const LABEL = /^\s*\.\. _(?:`([^`]+)`|([^:]+)):\s*$/
const UNDERLINE = /^([!-/:-@[-`{-~])\1+\s*$/

/** Directives that show nothing, and comments, which may be between a label and its heading. */
const SILENT =
  /^\s*\.\. (?:(?:(?:py:)?(?:current)?module|index|role|default-role|highlight|meta|contents|rst-class|sectionauthor|codeauthor|tags)::|(?![_[|])(?!.{0,80}::))/

/** Collects the titles of sections and the captions of figures, tables and code that have a label, by lower-case label. */
export function collectLabels(text: string): ReadonlyMap<string, string> {
  return text.includes(".. _") ? labelTitles(text.split("\n").map((line) => expandTabs(line.trimEnd()))) : new Map()
}

/** Collects the same titles as `collectLabels`, from lines. */
export function labelTitles(lines: readonly string[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  const none = { titleOfLabel: () => undefined, titleOfPage: () => undefined, substitutions: new Map<string, string>() }
  let waiting: string[] = []
  /** Column of the silent directive whose body is being skipped. */
  let silentColumn = Infinity
  for (const [index, line] of lines.entries()) {
    const captioned = captionAt(lines, index)
    if (captioned !== undefined) {
      for (const name of [...waiting, ...captioned.names])
        titles.set(name, renderPlainMarkup(captioned.caption, none).text)
      waiting = []
      continue
    }
    const column = line.length - line.trimStart().length
    if (isBlank(line) || column > silentColumn) continue
    silentColumn = Infinity
    const label = LABEL.exec(line)
    if (waiting.length > 0 && label === null && SILENT.test(line)) silentColumn = column
    else if (label !== null) waiting.push((label[1] ?? label[2] ?? "").toLowerCase())
    else if (waiting.length > 0 && !UNDERLINE.test(line)) {
      const title = UNDERLINE.test(lines[index + 1] ?? "") ? renderPlainMarkup(line, none).text : ""
      if (title !== "") for (const name of waiting) titles.set(name, title)
      waiting = []
    }
  }
  return titles
}
