import { classesOf, elementsOf, findAll, lineOf } from "./html-query.ts"
import type { HtmlElement } from "./html-tree.ts"

/** Elements with the labels of tabs, and elements with their panels, in the same order. */
const LABEL_ROWS = /^(?:tabbed-labels|tabs)$/
const PANEL_CLASS = /^(?:tabbed-block|tab-pane)$/

/** Maps panels to their labels. */
export interface TabLabels {
  /** True for an element that only holds labels; its text is written above the panels instead. */
  isLabelRow(element: HtmlElement): boolean
  /** Returns the label of a tab panel; undefined for other elements. */
  labelOf(panel: HtmlElement): string | undefined
}

/** Pairs labels and panels below an element: by the identifiers they name each other with, else by their order. */
export function findTabLabels(root: HtmlElement): TabLabels {
  const elementById = new Map<string, HtmlElement>()
  const rows = new Set<HtmlElement>()
  for (const element of elementsOf(root)) {
    const { id } = element.attributes
    if (id !== undefined && !elementById.has(id)) elementById.set(id, element)
    if (isRow(element)) rows.add(element)
  }
  const labels = new Map<HtmlElement, string>()
  for (const row of rows) {
    const words = labelsIn(row)
    for (const [at, panel] of panelsOf(row).entries()) {
      const word = words[at]
      if (word !== undefined && !labels.has(panel)) labels.set(panel, word)
    }
  }
  return {
    isLabelRow: (element) => rows.has(element),
    labelOf(panel) {
      const named = panel.attributes["role"] === "tabpanel" ? panel.attributes["aria-labelledby"] : undefined
      const tab = named === undefined ? undefined : elementById.get(named)
      const label = tab === undefined ? "" : lineOf(tab)
      return label === "" ? labels.get(panel) : label
    },
  }
}

function isRow(element: HtmlElement): boolean {
  const isMarked = element.attributes["role"] === "tablist" || classesOf(element).some((word) => LABEL_ROWS.test(word))
  if (!isMarked) return false
  let hasLabel = false
  for (const inner of elementsOf(element)) {
    // Some sites mark the element that contains both labels and panels.
    if (isPanel(inner) || inner.name === "pre" || inner.name === "p") return false
    hasLabel ||= isTab(inner)
  }
  return hasLabel
}

function isTab({ name, attributes }: HtmlElement): boolean {
  return attributes["role"] === "tab" || name === "label"
}

function labelsIn(row: HtmlElement): readonly string[] {
  return findAll(row, isTab).map(lineOf)
}

/** Panels are siblings of the row of labels, or one element deeper; the row itself may be wrapped once. */
function panelsOf(row: HtmlElement): readonly HtmlElement[] {
  for (let around = row.parent, steps = 0; around !== undefined && steps < 2; around = around.parent, steps++) {
    const beside = around.children.filter((child): child is HtmlElement => child.kind === "element" && child !== row)
    const direct = beside.filter(isPanel)
    if (direct.length > 0) return direct
    for (const container of beside) {
      const inside = container.children.filter((child): child is HtmlElement => child.kind === "element")
      const panels = inside.filter(isPanel)
      if (panels.length > 0) return panels
      // A group of code blocks that only the class of its container identifies.
      if (classesOf(container).includes("blocks")) return inside
    }
  }
  return []
}

function isPanel(element: HtmlElement): boolean {
  return element.attributes["role"] === "tabpanel" || classesOf(element).some((word) => PANEL_CLASS.test(word))
}
