import { Link, Outlet, useRouterState } from "@tanstack/react-router"
import { lazy, Suspense, useEffect, useState } from "react"
import { IconButton } from "../components/button.tsx"
import { classNames } from "../components/class-names.ts"
import { Icon } from "../components/icon.tsx"
import { Failure, Skeleton } from "../components/states.tsx"
import { ChangePasswordPage } from "../pages/sign-in/change-password-page.tsx"
import { AccountMenu } from "./account-menu.tsx"
import { DESTINATIONS } from "./navigation.ts"
import { usePermissions, useSession } from "./session.ts"

const loadCommandPalette = () => import("./command-palette.tsx")
/**
 * Loaded after the page has become interactive: the dialog is a third of the code that would otherwise run before that.
 */
const CommandPalette = lazy(async () => ({ default: (await loadCommandPalette()).CommandPalette }))

/** The frame around every page: navigation, search, account. */
export function Shell() {
  const session = useSession()
  const [isMenuOpen, setMenuOpen] = useState(false)
  // Undefined until it is opened for the first time.
  const [isSearchOpen, setSearchOpen] = useState<boolean>()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => setMenuOpen(false), [path])
  useEffect(() => openOnShortcut(() => setSearchOpen(true)), [])
  useEffect(() => {
    // If it cannot be loaded, opening it tries again and shows the reason.
    if (session.isSuccess) loadCommandPalette().catch(() => undefined)
  }, [session.isSuccess])
  if (session.data?.user?.mustChangePassword === true) return <ChangePasswordPage />
  return (
    <div className="mx-auto flex min-h-dvh max-w-[1440px] flex-col md:flex-row">
      <a href="#content" className="sr-only z-50 bg-surface p-2 focus:not-sr-only focus:absolute">
        Skip to content
      </a>
      <header className="flex h-14 shrink-0 items-center gap-2 border-b px-4 md:hidden">
        <Brand />
        <span className="ml-auto flex">
          <IconButton icon="search" label="Search" onClick={() => setSearchOpen(true)} />
          <IconButton
            icon={isMenuOpen ? "close" : "menu"}
            label={isMenuOpen ? "Close menu" : "Open menu"}
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        </span>
      </header>
      <aside
        className={classNames(
          "flex flex-col gap-4 border-line p-4 max-md:border-b md:sticky md:top-0 md:h-dvh md:w-56 md:shrink-0 md:border-r",
          !isMenuOpen && "max-md:hidden",
        )}
      >
        <span className="flex h-8 items-center px-2 max-md:hidden">
          <Brand />
        </span>
        <SearchButton onClick={() => setSearchOpen(true)} />
        <Navigation />
        <div className="mt-auto">
          <AccountMenu />
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none md:px-8 md:py-8">
        {session.isError ? (
          <Failure error={session.error} onRetry={() => void session.refetch()} />
        ) : session.isPending ? (
          <Skeleton className="h-8 w-48" />
        ) : (
          <Outlet />
        )}
      </main>
      {isSearchOpen !== undefined && (
        <Suspense fallback={null}>
          <CommandPalette isOpen={isSearchOpen} onClose={() => setSearchOpen(false)} />
        </Suspense>
      )}
    </div>
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
