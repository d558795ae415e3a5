import { countOf } from "@lectern/contract"
import { Fragment, type ReactNode, useState } from "react"
import { IconButton } from "./button.tsx"
import { classNames } from "./class-names.ts"
import { useNowMs } from "./clock.ts"
import type { IconName } from "./icon.tsx"

export { countOf, formatCount } from "@lectern/contract"

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** Formats a time relative to now, such as `3 hours ago`. */
function formatRelative(moment: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(moment) - nowMs) / 1000)
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  return unit === undefined ? "just now" : relative.format(Math.trunc(seconds / unit[1]), unit[0])
}

/** A time relative to now, with the exact time on hover. */
export function RelativeTime({ moment }: { readonly moment: string }) {
  const nowMs = useNowMs()
  return (
    <time dateTime={moment} title={new Date(moment).toLocaleString("en")} className="whitespace-nowrap">
      {formatRelative(moment, nowMs)}
    </time>
  )
}

const BYTE_UNITS = [
  ["GB", 2 ** 30],
  ["MB", 2 ** 20],
  ["KB", 2 ** 10],
] as const

/** Formats a number of bytes, such as `12.4 MB`. */
export function formatBytes(bytes: number): string {
  const unit = BYTE_UNITS.find(([, size]) => bytes >= size)
  if (unit === undefined) return countOf(bytes, "byte")
  const [name, size] = unit
  return `${(bytes / size).toLocaleString("en-US", { maximumFractionDigits: 1 })} ${name}`
}

const COPIED_MS = 1500

/** Copies text to the clipboard. Over plain http from another machine, browsers allow only the deprecated method. */
async function copyText(text: string): Promise<void> {
  if (globalThis.isSecureContext) return navigator.clipboard.writeText(text)
  const area = document.createElement("textarea")
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand("copy")
  area.remove()
}

interface CopyButtonProps {
  readonly text: string
  readonly label?: string
  readonly icon?: IconName
}

/** A button that copies a text and confirms that it has been copied. */
export function CopyButton({ text, label = "Copy", icon = "copy" }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    void copyText(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), COPIED_MS)
    })
  }
  return <IconButton icon={isCopied ? "check" : icon} label={isCopied ? "Copied" : label} onClick={copy} />
}

/** Keeps the words of a command together, because browsers break lines after hyphens, as in `--data-dir`. */
function wordsOf(code: string): ReactNode {
  return code.split(" ").map((word, at) => (
    <Fragment key={at}>
      {at > 0 && " "}
      <span className="inline-block max-w-full">{word}</span>
    </Fragment>
  ))
}

/** Text for users to copy: a command, a configuration or a key. */
export function CodeBlock({
  code,
  label,
  isTall = false,
}: {
  readonly code: string
  readonly label: string
  readonly isTall?: boolean
}) {
  // Single-line commands wrap, so that they are fully visible. Longer code keeps its line breaks and scrolls
  // horizontally.
  const wraps = isTall || !code.trimEnd().includes("\n")
  return (
    <div className="flex min-w-0 items-start rounded-md border bg-sunken">
      <pre
        tabIndex={0}
        aria-label={label}
        className={classNames(
          "min-w-0 flex-1 overflow-auto p-3 font-mono text-sm",
          wraps && "whitespace-pre-wrap [overflow-wrap:anywhere]",
          isTall && "max-h-[640px]",
        )}
      >
        {wraps && !isTall ? wordsOf(code) : code}
      </pre>
      <span className="p-1">
        <CopyButton text={code} label={`Copy ${label}`} />
      </span>
    </div>
  )
}
