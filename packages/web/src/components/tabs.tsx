import { Tabs as BaseTabs } from "@base-ui/react/tabs"
import { type ReactNode, useState } from "react"

export interface Tab {
  readonly value: string
  readonly label: string
  /** Number that is shown beside the label. */
  readonly count?: number | undefined
  readonly content: ReactNode
  /** True to keep what was typed there while another tab is shown. */
  readonly isKept?: boolean
}

interface TabsProps {
  readonly label: string
  /** Value of the tab that is shown; the first one is shown if there is none with this value. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly tabs: readonly Tab[]
}

/** Tabs with panels, one of which is shown. The list of tabs scrolls if it is wider than the page. */
export function Tabs({ label, value, onChange, tabs }: TabsProps) {
  const current = (tabs.find((tab) => tab.value === value) ?? tabs[0])?.value ?? ""
  // A tab is not loaded before it is opened.
  const [opened, setOpened] = useState<readonly string[]>([])
  if (!opened.includes(current)) setOpened([...opened, current])
  return (
    <BaseTabs.Root value={current} onValueChange={(next) => onChange(String(next))}>
      <BaseTabs.List aria-label={label} className="mb-6 flex gap-1 overflow-x-auto overflow-y-hidden border-b">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-10 items-center gap-2 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 data-active:border-accent data-active:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded bg-sunken px-1.5 text-xs text-muted">{tab.count.toLocaleString("en-US")}</span>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={tab.isKept === true && opened.includes(tab.value)}
          className="rounded-sm"
        >
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
