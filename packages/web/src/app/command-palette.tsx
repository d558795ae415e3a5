import { Dialog } from "@base-ui/react/dialog"
import { useQuery } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { useDeferredValue, useState, type KeyboardEvent } from "react"
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
          <Finder onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("")
  const [selected, setSelected] = useState(0)
  const hits = useHits(text.trim())
  const router = useRouter()
  const at = Math.min(selected, hits.length - 1)
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return
    onClose()
    void router.navigate({ to: hit.path })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setSelected((at + step + hits.length) % Math.max(1, hits.length))
    } else if (event.key === "Enter") open(hits[at])
  }
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
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul id="found" role="listbox" aria-label="Results" className="max-h-[50vh] overflow-auto p-2">
        {hits.map((hit, index) => (
          <li
            key={hit.path}
            id={`found-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => open(hit)}
            onPointerMove={() => setSelected(index)}
            className={classNames("flex h-10 items-center gap-2 rounded-md px-2", index === at && "bg-hover")}
          >
            <Icon name={hit.icon} />
            <span className="truncate">{hit.label}</span>
            <span className="ml-auto truncate text-sm text-muted">{hit.detail}</span>
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p className="px-4 pb-4 text-muted">Nothing matches “{text}”.</p>}
    </>
  )
}

function useHits(text: string): readonly Hit[] {
  const name = useDeferredValue(text)
  const may = usePermissions()
  const found = useQuery({
    queryKey: ["find-libraries", name],
    queryFn: ({ signal }) => api.searchLibraries({ libraryName: name, fast: "true" }, { signal }),
    enabled: name !== "",
    placeholderData: (before) => (name === "" ? undefined : before),
  })
  const sections = ADMIN_SECTIONS.map(({ id, label, permission }) => {
    return { to: `/admin/${id}`, label, icon: "lock" as const, permission, detail: "Administration" }
  })
  const destinations = DESTINATIONS.map((page) => ({ permission: undefined, ...page, detail: "Page" }))
  const start = { to: "/start", label: "Get started", icon: "check" as const, permission: undefined, detail: "Page" }
  const pages = [...destinations, start, ...(text === "" ? [] : sections)]
    .filter(
      ({ label, permission }) =>
        label.toLowerCase().includes(text.toLowerCase()) && (permission === undefined || may(permission)),
    )
    .map(({ to, label, icon, detail }) => ({ path: to, label, detail, icon }))
  const libraries = (text === "" ? [] : (found.data?.results ?? [])).slice(0, MAX_LIBRARIES)
  return [
    ...libraries.map(({ id, title }) => ({ path: `/libraries${id}`, label: title, detail: id, icon: "book" as const })),
    ...pages,
  ]
}
