import type { SourcePage } from "@lectern/contract"
import { idsBelow, type PageNode, pageTree } from "./page-tree.ts"

interface ChoosePagesProps {
  readonly label: string
  readonly pages: readonly SourcePage[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** Pages as a tree with checkboxes. Choosing a page also chooses the pages below it. */
export function ChoosePages({ label, pages, chosen, onChange }: ChoosePagesProps) {
  const toggle = (node: PageNode, isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of idsBelow(node)) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    onChange(next)
  }
  return (
    <fieldset className="max-h-96 overflow-auto rounded-md border p-2">
      <legend className="sr-only">{label}</legend>
      <Nodes nodes={pageTree(pages)} chosen={chosen} onToggle={toggle} />
    </fieldset>
  )
}

interface NodesProps {
  readonly nodes: readonly PageNode[]
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (node: PageNode, isChosen: boolean) => void
}

function Nodes({ nodes, chosen, onToggle }: NodesProps) {
  return (
    <ul className="flex flex-col">
      {nodes.map((node) => {
        const ids = idsBelow(node)
        const chosenCount = ids.filter((id) => chosen.has(id)).length
        return (
          <li key={node.path}>
            <label className="flex items-start gap-2 rounded-md px-2 py-1 hover:bg-hover">
              <input
                type="checkbox"
                className="mt-[3px] size-4 shrink-0 accent-accent"
                checked={ids.length > 0 && chosenCount === ids.length}
                ref={(box) => {
                  if (box !== null) box.indeterminate = chosenCount > 0 && chosenCount < ids.length
                }}
                onChange={(event) => onToggle(node, event.target.checked)}
              />
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{node.title}</bdi>
            </label>
            {node.children.length > 0 && (
              <div className="ml-4 border-l pl-2">
                <Nodes nodes={node.children} chosen={chosen} onToggle={onToggle} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
