import { Dialog } from "@base-ui/react/dialog"
import type { Permission } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from "react"
import { classNames } from "../components/class-names.ts"
import { Icon, type IconName } from "../components/icon.tsx"
import { ADMIN_SECTIONS } from "./admin-sections.ts"
import { api } from "./api.ts"
import { DESTINATIONS } from "./navigation.ts"
import { usePermissions } from "./session.ts"

interface Hit {
  readonly path: string
  readonly label: string
  readonly detail: string
  readonly icon: IconName
}

const MAX_LIBRARIES = 8

/** Finds pages and libraries by name, from anywhere. */
export function CommandPalette({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[#00000066]" />
        <Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 w-[min(560px,calc(100vw-32px))] -translate-x-1/2 overflow-hidden rounded-lg border bg-surface shadow-raised">
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Search onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Hits, and whether all of them belong to the text that is typed. */
interface Hits {
  readonly hits: readonly Hit[]
  readonly isCurrent: boolean
}

/** What the user has done since the text changed. */
interface Choice {
  /** Path of the row that was chosen with the pointer or an arrow key; undefined for the first row. */
  readonly path?: string | undefined
  /** True if Enter was pressed before the hits of the text were there. */
  readonly isEntered?: boolean
}

/** Selects one of the hits, and opens it on Enter. */
function useSelection({ hits, isCurrent }: Hits, open: (hit: Hit) => void) {
  const [choice, setChoice] = useState<Choice>({})
  // A row is known by its path, because hits that arrive later move it.
  const at = Math.max(
    0,
    hits.findIndex(({ path }) => path === choice.path),
  )
  const selected = hits[at]
  const isOpening = choice.isEntered === true && isCurrent
  useEffect(() => {
    if (!isOpening || selected === undefined) return
    setChoice({})
    open(selected)
  })
  const enter = () => {
    // The first row of an older text is not what the user has asked for. A chosen row is.
    if (selected === undefined || (choice.path !== selected.path && !isCurrent)) setChoice({ isEntered: true })
    else open(selected)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChoice({ path: hits[(at + step + hits.length) % Math.max(1, hits.length)]?.path })
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) enter()
  }
  return { at, setChoice, onKeyDown }
}

function Search({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("")
  const found = useHits(text.trim())
  const { hits, isCurrent } = found
  const router = useRouter()
  const open = (hit: Hit) => {
    onClose()
    void router.navigate({ href: hit.path })
  }
  const { at, setChoice, onKeyDown } = useSelection(found, open)
  return (
    <>
      <div className="flex h-12 items-center gap-2 border-b px-4">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="found"
          aria-activedescendant={hits[at] === undefined ? undefined : `found-${at}`}
          aria-label="Search libraries and pages"
          placeholder="Search libraries and pages"
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChoice({})
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Rows hits={hits} at={at} onChoose={(path) => setChoice({ path })} onOpen={open} />
      {hits.length === 0 && (
        <p className="px-4 pb-4 [overflow-wrap:anywhere] text-muted">
          {isCurrent ? `Nothing matches “${text.trim()}”.` : "Searching…"}
        </p>
      )}
    </>
  )
}

interface RowsProps {
  readonly hits: readonly Hit[]
  readonly at: number
  readonly onChoose: (path: string) => void
  readonly onOpen: (hit: Hit) => void
}

function Rows({ hits, at, onChoose, onOpen }: RowsProps) {
  const selectedRow = useRef<HTMLLIElement>(null)
  const path = hits[at]?.path
  useEffect(() => {
    selectedRow.current?.scrollIntoView({ block: "nearest" })
  }, [path])
  return (
    <ul id="found" role="listbox" aria-label="Results" className="max-h-[50vh] overflow-auto p-2">
      {hits.map((hit, index) => (
        <li
          key={hit.path}
          id={`found-${index}`}
          ref={index === at ? selectedRow : undefined}
          role="option"
          aria-selected={index === at}
          onClick={() => onOpen(hit)}
          onPointerMove={() => onChoose(hit.path)}
          className={classNames("flex h-10 items-center gap-2 rounded-md px-2", index === at && "bg-hover")}
        >
          <Icon name={hit.icon} />
          <bdi className="truncate">{hit.label}</bdi>
          <span className="ml-auto truncate text-sm text-muted">{hit.detail}</span>
        </li>
      ))}
    </ul>
  )
}

function useHits(text: string): Hits {
  const name = useDeferredValue(text)
  const may = usePermissions()
  const found = useQuery({
    queryKey: ["find-libraries", name],
    queryFn: ({ signal }) => api.searchLibraries({ libraryName: name, fast: "true" }, { signal }),
    enabled: name !== "",
    placeholderData: (before) => (name === "" ? undefined : before),
  })
  const results = text === "" ? [] : (found.data?.results ?? [])
  const libraries = results.slice(0, MAX_LIBRARIES)
  const more = {
    path: `/libraries?q=${encodeURIComponent(text)}`,
    label: `Show all ${results.length} matches`,
    detail: "Libraries",
    icon: "search" as const,
  }
  const hits = [
    ...libraries.map(({ id, title }) => ({ path: `/libraries${id}`, label: title, detail: id, icon: "book" as const })),
    ...(results.length > libraries.length ? [more] : []),
    ...pagesOf(text, may),
  ]
  return { hits, isCurrent: text === "" || (name === text && !found.isPending && !found.isPlaceholderData) }
}

/** Returns the pages of the dashboard whose labels contain a text. */
function pagesOf(text: string, may: (permission: Permission) => boolean): readonly Hit[] {
  const sections = ADMIN_SECTIONS.map(({ id, label, permission }) => {
    return { to: `/admin/${id}`, label, icon: "lock" as const, permission, detail: "Administration" }
  })
  const destinations = DESTINATIONS.map((page) => ({ permission: undefined, ...page, detail: "Page" }))
  const start = { to: "/start", label: "Get started", icon: "check" as const, permission: undefined, detail: "Page" }
  return [...destinations, start, ...(text === "" ? [] : sections)]
    .filter(
      ({ label, permission }) =>
        label.toLowerCase().includes(text.toLowerCase()) && (permission === undefined || may(permission)),
    )
    .map(({ to, label, icon, detail }) => ({ path: to, label, detail, icon }))
}
