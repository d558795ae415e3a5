import { useState } from "react"
import { Button, IconButton } from "../../components/button.tsx"
import { countOf, formatCount } from "../../components/text.tsx"
import type { FolderNode } from "./folder-tree.ts"
import { isOnly, type ScopeTexts, withOnly, withToggled } from "./scope-texts.ts"

interface FolderListProps {
  readonly nodes: readonly FolderNode[]
  readonly texts: ScopeTexts
  readonly onChange: (texts: ScopeTexts) => void
}

/** Folders with checkboxes, each with the number of its files that would be indexed. */
export function FolderList({ nodes, texts, onChange }: FolderListProps) {
  return (
    <ul className="flex flex-col">
      {nodes.map((node) => (
        <FolderRow key={node.path} node={node} texts={texts} onChange={onChange} />
      ))}
    </ul>
  )
}

interface FolderRowProps extends Omit<FolderListProps, "nodes"> {
  readonly node: FolderNode
}

function FolderRow({ node, texts, onChange }: FolderRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { path, name, children, includedCount, knownCount } = node
  const toggled = withToggled(texts, node)
  const only = isOnly(texts, path)
  return (
    <li>
      <div className="flex min-h-8 items-center gap-1 rounded-md pr-1 hover:bg-hover">
        {children.length === 0 ? (
          <span className="w-8 shrink-0" />
        ) : (
          <IconButton
            icon={isOpen ? "down" : "right"}
            label={`Folders in ${path}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        <label className="flex min-w-0 flex-1 items-start gap-2">
          <input
            type="checkbox"
            className="mt-[3px] size-4 shrink-0 accent-accent"
            aria-label={`${path}, ${formatCount(includedCount)} of ${countOf(knownCount, "file")}`}
            disabled={toggled === undefined}
            checked={includedCount > 0 && includedCount === knownCount}
            ref={(box) => {
              if (box !== null) box.indeterminate = includedCount > 0 && includedCount < knownCount
            }}
            onChange={() => toggled !== undefined && onChange(toggled)}
          />
          <bdi className={`min-w-0 [overflow-wrap:anywhere] ${includedCount === 0 ? "text-muted" : ""}`}>{name}</bdi>
        </label>
        <span className="shrink-0 text-xs text-muted tabular-nums" aria-hidden="true">
          {includedCount === knownCount
            ? formatCount(knownCount)
            : `${formatCount(includedCount)} of ${formatCount(knownCount)}`}
        </span>
        <Button
          variant="quiet"
          className="w-12 px-0 text-sm"
          aria-label={only ? `Read all folders instead of only ${path}` : `Read only ${path}`}
          onClick={() => onChange(withOnly(texts, path))}
        >
          {only ? "All" : "Only"}
        </Button>
      </div>
      {isOpen && (
        <div className="ml-4 border-l pl-1">
          <FolderList nodes={children} texts={texts} onChange={onChange} />
        </div>
      )}
    </li>
  )
}
