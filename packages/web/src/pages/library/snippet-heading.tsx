import { Icon } from "../../components/icon.tsx"
import { countOf } from "../../components/text.tsx"

interface SnippetHeadingProps {
  readonly title: string
  readonly source: string
  readonly tokens: number
}

/**
 * The title of a snippet with its tokens and its source. Only web addresses become links, because the source of a
 * snippet is untrusted.
 */
export function SnippetHeading({ title, source, tokens }: SnippetHeadingProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
      <h3 dir="auto" className="font-semibold [overflow-wrap:anywhere]">
        {title}
      </h3>
      <span className="text-xs text-muted">{countOf(tokens, "token")}</span>
      <span className="col-span-2 flex items-center gap-1 text-xs text-muted [overflow-wrap:anywhere]">
        {/^https?:\/\//.test(source) ? (
          <a
            href={source}
            target="_blank"
            rel="noreferrer"
            className="inline-flex gap-1 text-accent-ink hover:underline"
          >
            {source}
            <Icon name="external" size={12} />
          </a>
        ) : (
          source
        )}
      </span>
    </div>
  )
}
