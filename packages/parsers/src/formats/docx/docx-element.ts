/** A node of mammoth's document tree, with the fields that are used here. */
export interface DocxElement {
  readonly type: string
  readonly children?: readonly DocxElement[]
  readonly value?: string
  readonly styleId?: string | null
  readonly styleName?: string | null
  readonly font?: string | null
  readonly colSpan?: number
  readonly rowSpan?: number
  readonly isHeader?: boolean
}

/** A footnote or an endnote. */
export interface DocxNote {
  readonly body: readonly DocxElement[]
}

/** The root of the tree. */
export interface DocxDocument extends DocxElement {
  readonly notes: { resolve(reference: DocxElement): DocxNote | null }
}

/** Returns the text of a node; paragraphs and cells are separated by spaces. */
export function textOf(element: DocxElement): string {
  if (element.type === "text") return element.value ?? ""
  if (element.type === "tab" || element.type === "break") return " "
  const text = (element.children ?? []).map(textOf).join(element.type === "tableRow" ? " · " : "")
  return /^(?:paragraph|tableRow)$/.test(element.type) ? `${text} ` : text
}
