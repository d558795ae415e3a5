import type { CodeSnippet, ContextResponse, InfoSnippet } from "@lectern/contract"
import type { AnswerView as View } from "../../app/search-parameters.ts"
import { Icon } from "../../components/icon.tsx"
import { Empty } from "../../components/states.tsx"
import { CodeBlock, countOf } from "../../components/text.tsx"
import { RenderedText } from "./rendered-text.tsx"

interface AnswerViewProps {
  readonly view: View
  /** The text that an agent receives. */
  readonly text: string
  readonly data: ContextResponse
}

/** Shows an answer as snippets, as the text that an agent receives, or as JSON. Documentation is only shown as text. */
export function AnswerView({ view, text, data }: AnswerViewProps) {
  if (view === "text") return <CodeBlock code={text} label="answer" isTall />
  if (view === "json") return <CodeBlock code={JSON.stringify(data, null, 2)} label="answer as JSON" isTall />
  if (data.codeSnippets.length + data.infoSnippets.length === 0) {
    return (
      <Empty icon="search" title="Nothing matches this question">
        Try other words, or look at the Files tab for what was left out.
      </Empty>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      {data.codeSnippets.map((snippet, rank) => (
        <Code key={`${snippet.codeId}-${rank}`} snippet={snippet} />
      ))}
      {data.infoSnippets.map((snippet, rank) => (
        <Info key={`${snippet.pageId}-${rank}`} snippet={snippet} />
      ))}
    </div>
  )
}

function Code({ snippet }: { readonly snippet: CodeSnippet }) {
  return (
    <article className="flex min-w-0 flex-col gap-2">
      <Heading title={snippet.codeTitle} source={snippet.codeId} tokens={snippet.codeTokens} />
      <div className="text-muted">
        <RenderedText markdown={snippet.codeDescription} />
      </div>
      {snippet.codeList.map(({ code, language }, index) => (
        <CodeBlock key={`${language}-${index}`} code={code} label={language === "" ? "code" : language} />
      ))}
    </article>
  )
}

function Info({ snippet }: { readonly snippet: InfoSnippet }) {
  return (
    <article className="flex min-w-0 flex-col gap-2">
      <Heading title={snippet.breadcrumb} source={snippet.pageId} tokens={snippet.contentTokens} />
      <RenderedText markdown={snippet.content} />
    </article>
  )
}

interface HeadingProps {
  readonly title: string
  readonly source: string
  readonly tokens: number
}

/** Only web addresses become links: a snippet comes from a source that nobody has checked. */
function Heading({ title, source, tokens }: HeadingProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
      <h3 className="font-semibold [overflow-wrap:anywhere]">{title}</h3>
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
