import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"

interface PanelProps {
  readonly title?: string
  readonly description?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** True to omit the inner padding, for tables and lists. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

/** A part of a page with a border around it. */
export function Panel({ title, description, actions, isFlush = false, children }: PanelProps) {
  return (
    <section className="min-w-0 rounded-lg border bg-surface">
      {title !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-3">
          {/* On a small screen, buttons are below a description, or beside a title without one. */}
          <div className={classNames("min-w-0 flex-1", description === undefined ? "basis-40" : "basis-64")}>
            <h2 className="font-semibold [overflow-wrap:anywhere]">{title}</h2>
            {description !== undefined && (
              <p className="text-sm text-pretty [overflow-wrap:anywhere] text-muted">{description}</p>
            )}
          </div>
          {actions}
        </div>
      )}
      <div className={classNames(!isFlush && "p-4")}>{children}</div>
    </section>
  )
}

type Tone = "neutral" | "good" | "warn" | "bad" | "accent"

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "bg-sunken text-muted",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  accent: "bg-accent-soft text-accent-ink",
}

/** A label for a state. */
export function Badge({ tone = "neutral", children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex h-5 items-center rounded px-1.5 text-xs font-medium whitespace-nowrap",
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}

/** A message that requires action, across the width of a flush panel. */
export function Notice({ tone, children }: { readonly tone: "warn" | "bad"; readonly children: ReactNode }) {
  return (
    <div
      role={tone === "bad" ? "alert" : undefined}
      className={classNames("border-b px-4 py-3 text-sm [overflow-wrap:anywhere]", TONES[tone])}
    >
      {children}
    </div>
  )
}

/** A number with a label. */
export function Figure({
  label,
  value,
  hint,
}: {
  readonly label: string
  readonly value: ReactNode
  readonly hint?: string
}) {
  return (
    <div className="min-w-0 px-4 py-3">
      <dt className="truncate text-sm text-muted">{label}</dt>
      <dd className="truncate text-lg font-semibold">{value}</dd>
      {hint !== undefined && <dd className="text-xs text-muted">{hint}</dd>}
    </div>
  )
}
