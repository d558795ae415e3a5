import { type ReactNode, useEffect } from "react"

interface NarrowPageProps {
  readonly title: string
  readonly description?: string
  readonly children: ReactNode
}

/** A page with a single form, in the middle of the window. */
export function NarrowPage({ title, description, children }: NarrowPageProps) {
  useEffect(() => {
    document.title = `${title} · Lectern`
  }, [title])
  return (
    <div className="mx-auto mt-8 flex max-w-[400px] flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {description !== undefined && <p className="text-pretty text-muted">{description}</p>}
      </div>
      {children}
    </div>
  )
}
