/** The properties of Asciidoctor's nodes that the converter uses; Asciidoctor's own types leave most of them open. */
export interface AsciidocNode {
  readonly nodeName: string
  readonly context: string
  readonly style?: string | null
  readonly id?: string | null
  /** Depth of a section, 0 for a part or the title of the document. */
  readonly level?: number
  readonly contentModel?: string
  /** Converted text of a block's title. */
  readonly title?: string | null
  /** Converted text of an inline node, a list item or a table cell. */
  readonly text?: string | null
  /** Kind of an inline node. */
  readonly type?: string | null
  readonly target?: string | null
  readonly lines?: readonly string[] | (() => readonly string[])
  readonly attributes: Readonly<Record<string, unknown>>
  readonly document: AsciidocDocument
  readonly sourceLocation?: { readonly lineno?: number } | null
  readonly blocks?: readonly AsciidocNode[]
  content(): Promise<string | readonly string[] | null>
  hasTitle?(): boolean
  hasBlocks?(): boolean
}

/** A document, or the document in a table cell. */
export interface AsciidocDocument extends AsciidocNode {
  readonly catalog: { readonly refs: Record<string, AsciidocReference> }
  readonly parentDocument?: AsciidocDocument | null
  readonly header?: AsciidocNode | null
  convert(): Promise<string>
}

/** The target of a cross reference. */
interface AsciidocReference {
  xreftext?(style?: string | null): Promise<string | null> | string | null
}

/** A list with its items. */
export interface AsciidocList extends AsciidocNode {
  getItems(): readonly AsciidocNode[]
}

/** Terms that share a description. */
export type AsciidocDefinition = readonly [terms: readonly AsciidocNode[], description: AsciidocNode | null]

/** A list of terms with their descriptions. */
export interface AsciidocDefinitions extends AsciidocNode {
  getItems(): readonly AsciidocDefinition[]
}

/** A table cell, whose content may be a document of its own. */
export interface AsciidocCell extends AsciidocNode {
  readonly colspan?: number | null
  readonly rowspan?: number | null
  readonly innerDocument?: AsciidocDocument | null
}

/** A table with its rows. */
export interface AsciidocTable extends AsciidocNode {
  readonly rows: Readonly<Record<"head" | "body" | "foot", readonly (readonly AsciidocCell[])[]>>
}

/** Returns an attribute as text; empty if it is not set. */
export function attributeOf(node: AsciidocNode, name: string): string {
  const value = node.attributes[name]
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}
