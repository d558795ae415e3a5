/** First and last line, from 1. */
interface LineSpan {
  readonly start: number
  readonly end: number
}

/** The first heading in a container with a label; `none` if its label never becomes a heading. */
export type FirstHeading = { readonly level: number; readonly text: string } | "none"

/** Sections are not nested deeper in containers. */
const MAX_SECTIONS = 8
/** Level of the page's own title. */
const TITLE_LEVEL = 1

/** A container with a label, such as a tab, that has not been closed. */
interface OpenLabel {
  readonly markdown: string
  readonly lines: LineSpan
  /** Level of the heading that the label became, because the container has headings. */
  level?: number
  /** Number of levels by which headings in the container are moved down. */
  shift: number
}

/** A heading that a label becomes. */
interface LabelHeading {
  readonly text: string
  readonly level: number
  readonly lines: LineSpan
}

/** The labels of the containers around the next block, outermost first. */
export class OpenLabels {
  #open: OpenLabel[] = []
  /** Those above which nothing has been written yet. */
  #waiting: OpenLabel[] = []

  /** @param maySection false if the label stays a bold line although there are headings in the container. */
  open(markdown: string, lines: LineSpan, maySection: boolean): OpenLabel {
    const label = { markdown, lines, shift: 0 }
    if (maySection) this.#open.push(label)
    this.#waiting.push(label)
    return label
  }

  close(label: OpenLabel): void {
    this.#open = without(label, this.#open)
    this.#waiting = without(label, this.#waiting)
  }

  /** Returns the labels above content that is about to be written. Each is returned once. */
  takeWaiting(): readonly OpenLabel[] {
    if (this.#waiting.length === 0) return []
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }

  /** Drops waiting labels with some text, because the title of code replaces them. */
  replace(title: string | undefined): void {
    if (title !== undefined) this.#waiting = this.#waiting.filter(({ markdown }) => plainLabel(markdown) !== title)
  }

  /**
   * Places a heading. If it is the first one in a container, the label of the container becomes a heading above it. The headings in the
   * container then have the label in their path, and those after it do not.
   *
   * @returns the headings to write before it, and its level.
   */
  placeHeading(level: number, text: string): { readonly above: readonly LabelHeading[]; readonly level: number } {
    const above: LabelHeading[] = []
    let at = level
    for (const label of this.#open.slice(0, MAX_SECTIONS)) {
      if (label.level === undefined) {
        label.level = Math.max(TITLE_LEVEL + 1, at)
        this.#waiting = this.#waiting.filter((waiting) => waiting !== label)
        const plain = plainLabel(label.markdown)
        // A heading with the same words is that of the section.
        if (plain.toLowerCase() === text.toLowerCase()) return { above, level: label.level }
        above.push({ text: plain, level: label.level, lines: label.lines })
      }
      label.shift = Math.max(label.shift, label.level + 1 - at)
      at += label.shift
    }
    return { above, level: at }
  }
}

/** Removes a label, which is nearly always the last one, so that closing many takes linear time. */
function without(label: OpenLabel, labels: OpenLabel[]): OpenLabel[] {
  if (labels.at(-1) !== label) return labels.includes(label) ? labels.filter((other) => other !== label) : labels
  labels.pop()
  return labels
}

/** Returns a label without its markup. */
export function plainLabel(markdown: string): string {
  return markdown.replace(/\*\*|`/g, "")
}
