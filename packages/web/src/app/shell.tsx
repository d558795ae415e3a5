import { Link, Outlet, useRouter, useRouterState } from "@tanstack/react-router"
import { useCallback, useEffect, useRef, useState } from "react"
import { IconButton } from "../components/button.tsx"
import { classNames } from "../components/class-names.ts"
import { Icon } from "../components/icon.tsx"
import { CONTENT_ID, rescueFocus } from "../components/keep-focus.ts"
import { Failure, Skeleton } from "../components/states.tsx"
import { useToast } from "../components/toast.tsx"
import { ChangePasswordPage } from "../pages/sign-in/change-password-page.tsx"
import { AccountMenu } from "./account-menu.tsx"
import { Finder } from "./finder.tsx"
import { DESTINATIONS } from "./navigation.ts"
import { usePermissions, useSession } from "./session.ts"

/** The frame around every page: navigation, search, account. */
export function Shell() {
  const { data: session } = useSession()
  const [isSearchOpen, setSearchOpen] = useState(false)
  const closeSearch = useCallback(() => setSearchOpen(false), [])
  useEffect(() => openOnShortcut(() => setSearchOpen(true)), [])
  useAccountNotice()
  useFocusAfterNavigation()
  if (session?.user?.mustChangePassword === true) return <ChangePasswordPage />
  return (
    <div className="mx-auto flex min-h-dvh max-w-[1440px] flex-col md:flex-row">
      <a href={`#${CONTENT_ID}`} className="sr-only z-50 bg-surface p-2 focus:not-sr-only focus:absolute">
        Skip to content
      </a>
      <Menu onSearch={() => setSearchOpen(true)} />
      <main id={CONTENT_ID} tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none md:px-8 md:py-8">
        <Content />
      </main>
      <Finder isOpen={isSearchOpen} onClose={closeSearch} />
    </div>
  )
}

/** The page, once the session is known. A later check of the session that fails leaves it as it is. */
function Content() {
  const session = useSession()
  if (session.data === undefined) {
    return session.isError ? (
      <Failure error={session.error} onRetry={() => void session.refetch()} />
    ) : (
      <Skeleton className="h-8 w-48" />
    )
  }
  return (
    <>
      {session.isError && (
        <div className="mx-auto mb-6 max-w-[1080px]">
          <Failure error={session.error} onRetry={() => void session.refetch()} />
        </div>
      )}
      <Outlet />
    </>
  )
}

/** Says so if this browser is now signed in with another account, which another tab can cause. */
function useAccountNotice(): void {
  const { data: session } = useSession()
  const toast = useToast()
  const name = session?.user?.name
  const previous = useRef(name)
  useEffect(() => {
    if (previous.current !== undefined && name !== undefined && name !== previous.current) {
      toast(`You are now signed in as ${name}`)
    }
    previous.current = name
  }, [name, toast])
}

/** Keeps the focus in the window when the link that was followed vanishes with its page. */
function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) rescueFocus()
      }),
    [router],
  )
}

/** The navigation beside the page; on a small screen, behind a button. */
function Menu({ onSearch }: { readonly onSearch: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => setOpen(false), [path])
  const toggle = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    return onEscape(() => {
      setOpen(false)
      toggle.current?.querySelector("button")?.focus()
    })
  }, [isOpen])
  const search = () => {
    setOpen(false)
    onSearch()
  }
  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-2 border-b px-4 md:hidden">
        <Brand />
        <span className="ml-auto flex">
          <IconButton icon="search" label="Search" onClick={search} />
          <span ref={toggle} className="flex">
            <IconButton
              icon={isOpen ? "close" : "menu"}
              label={isOpen ? "Close menu" : "Open menu"}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          </span>
        </span>
      </header>
      <aside
        className={classNames(
          "flex flex-col gap-4 border-line p-4 max-md:border-b md:sticky md:top-0 md:h-dvh md:w-56 md:shrink-0 md:border-r",
          !isOpen && "max-md:hidden",
        )}
      >
        <span className="flex h-8 items-center px-2 max-md:hidden">
          <Brand />
        </span>
        <SearchButton onClick={onSearch} />
        <Navigation />
        <div className="mt-auto">
          <AccountMenu />
        </div>
      </aside>
    </>
  )
}

function openOnShortcut(open: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return
    event.preventDefault()
    open()
  }
  document.addEventListener("keydown", listen)
  return () => document.removeEventListener("keydown", listen)
}

function onEscape(close: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key === "Escape") close()
  }
  document.addEventListener("keydown", listen)
  return () => document.removeEventListener("keydown", listen)
}

function Brand() {
  return (
    <Link to="/" className="flex items-center gap-2 font-semibold">
      <span className="flex size-6 items-center justify-center rounded-md bg-accent text-on-accent">
        <Icon name="book" size={14} />
      </span>
      Lectern
    </Link>
  )
}

function SearchButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-8 items-center gap-2 rounded-md border border-line-strong bg-surface px-2 text-muted hover:text-ink max-md:hidden"
    >
      <Icon name="search" />
      Search
      <kbd className="ml-auto rounded bg-sunken px-1.5 font-sans text-xs">
        {navigator.platform.startsWith("Mac") ? "⌘ K" : "Ctrl K"}
      </kbd>
    </button>
  )
}

function Navigation() {
  const may = usePermissions()
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {DESTINATIONS.filter(({ permission }) => permission === undefined || may(permission)).map((destination) => (
        <Link
          key={destination.to}
          to={destination.to}
          activeOptions={{ exact: destination.to === "/" }}
          className="flex h-8 items-center gap-2 rounded-md px-2 font-medium text-muted hover:bg-hover hover:text-ink [&.active]:bg-hover [&.active]:text-ink"
        >
          <Icon name={destination.icon} />
          {destination.label}
        </Link>
      ))}
    </nav>
  )
}
