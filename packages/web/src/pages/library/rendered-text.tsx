import { CodeBlock } from "../../components/text.tsx"
import { type Inline, inlineOf } from "./inline-markdown.ts"
import { type Block, blocksOf } from "./markdown.ts"

/** Shows the Markdown of a snippet. Addresses stay text, because the source of a snippet is untrusted. */
export function RenderedText({ markdown }: { readonly markdown: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 [overflow-wrap:anywhere]">
      <Blocks blocks={blocksOf(markdown)} />
    </div>
  )
}

function RenderedBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "code":
      return <CodeBlock code={block.text} label={block.language === "" ? "code" : block.language} />
    case "heading":
      return (
        <p dir="auto" className="font-medium">
          <Line text={block.text} />
        </p>
      )
    case "list":
      return <RenderedList start={block.start} items={block.items} />
    case "quote":
      return (
        <blockquote className="flex min-w-0 flex-col gap-2 border-s-2 border-line-strong ps-3 text-muted">
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case "table":
      return <RenderedTable rows={block.rows} />
    case "paragraph":
      return (
        <p dir="auto" className="whitespace-pre-line">
          <Line text={block.text} />
        </p>
      )
  }
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, at) => <RenderedBlock key={`${block.kind}-${at}`} block={block} />)
}

interface RenderedListProps {
  /** Number of the first item; undefined for a list without numbers. */
  readonly start: number | undefined
  readonly items: readonly (readonly Block[])[]
}

function RenderedList({ start, items }: RenderedListProps) {
  const children = items.map((blocks, at) => (
    <li key={at}>
      <div className="flex min-w-0 flex-col gap-1">
        {blocks.map((block, position) =>
          // Without a direction of its own, because the marks of the items have that of the list.
          block.kind === "paragraph" ? (
            <span key={position}>
              <Line text={block.text} />
            </span>
          ) : (
            <RenderedBlock key={position} block={block} />
          ),
        )}
      </div>
    </li>
  ))
  return start === undefined ? (
    <ul dir="auto" className="list-disc ps-6">
      {children}
    </ul>
  ) : (
    <ol dir="auto" start={start} className="list-decimal ps-6">
      {children}
    </ol>
  )
}

function RenderedTable({ rows: [head = [], ...rows] }: { readonly rows: readonly (readonly string[])[] }) {
  return (
    <div className="overflow-x-auto" role="region" aria-label="Table" tabIndex={0}>
      <table className="border-collapse text-sm [overflow-wrap:normal]">
        <thead>
          <tr className="border-b text-start">
            {head.map((cell, at) => (
              <th dir="auto" key={`${at}-${cell}`} scope="col" className="min-w-24 px-2 py-1 font-medium">
                <Line text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowAt) => (
            <tr key={`${rowAt}-${row.join("|")}`} className="border-b align-top last:border-b-0">
              {row.map((cell, at) => (
                <td dir="auto" key={`${at}-${cell}`} className="px-2 py-1">
                  <Line text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ text }: { readonly text: string }) {
  return inlineOf(text).map((part, at) => <Part key={`${at}-${part.text}`} part={part} />)
}

function Part({ part }: { readonly part: Inline }) {
  switch (part.kind) {
    case "code":
      return <code className="rounded bg-sunken px-1 font-mono text-[0.9em]">{part.text}</code>
    case "text":
      return <span>{part.text}</span>
    case "strong":
      return (
        <strong>
          <Line text={part.text} />
        </strong>
      )
    case "emphasis":
      return (
        <em>
          <Line text={part.text} />
        </em>
      )
    case "struck":
      return (
        <del>
          <Line text={part.text} />
        </del>
      )
    case "link":
      return <Linked text={part.text} address={part.address} />
  }
}

/** The words of a link with its address, unless that is only a place in the same page. */
function Linked({ text, address }: { readonly text: string; readonly address: string }) {
  return (
    <span>
      <Line text={text} />
      {address !== text && !address.startsWith("#") && <bdi className="text-sm text-muted"> ({address})</bdi>}
    </span>
  )
}
