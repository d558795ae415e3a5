import type { CodeSnippet, ContextResponse, InfoSnippet } from "@lectern/contract"
import type { AnswerView as View } from "../../app/search-parameters.ts"
import { Empty } from "../../components/states.tsx"
import { CodeBlock } from "../../components/text.tsx"
import { RenderedText } from "./rendered-text.tsx"
import { SnippetHeading } from "./snippet-heading.tsx"

interface AnswerViewProps {
  readonly view: View
  /** The text that an agent receives. */
  readonly text: string
  readonly data: ContextResponse
}

/** Shows an answer as snippets, as the text that an agent receives, or as JSON. Documentation is shown only as text. */
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
      <SnippetHeading title={snippet.codeTitle} source={snippet.codeId} tokens={snippet.codeTokens} />
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
      <SnippetHeading title={snippet.breadcrumb} source={snippet.pageId} tokens={snippet.contentTokens} />
      <RenderedText markdown={snippet.content} />
    </article>
  )
}
