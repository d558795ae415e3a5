import { Link, useRouter } from "@tanstack/react-router"
import { IconButton } from "../components/button.tsx"
import { ActionError } from "../components/form.tsx"
import { Icon } from "../components/icon.tsx"
import { api } from "./api.ts"
import { useSignInSearch } from "./navigation.ts"
import { replaceSession, useSession } from "./session.ts"
import { chooseTheme, type Theme, useTheme } from "./theme.ts"
import { useAction } from "./use-action.ts"

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" }

/** Shows who is signed in, and lets them sign out and choose a theme. */
export function AccountMenu() {
  const { data: session } = useSession()
  const theme = useTheme()
  const router = useRouter()
  const signInSearch = useSignInSearch()
  const signOut = useAction(
    async () => {
      await api.session.signOut()
      return api.session.get()
    },
    {
      done: "Signed out",
      onDone: (anonymous) => {
        replaceSession(anonymous)
        void router.navigate({ to: "/" })
      },
    },
  )
  const user = session?.user
  return (
    <div className="flex flex-wrap items-center gap-1 border-t pt-3">
      {user ? (
        <>
          <span className="flex min-w-0 flex-1 items-center gap-2 px-2" title={user.name}>
            <Icon name="user" />
            <span className="truncate">{user.name}</span>
          </span>
          <IconButton icon="exit" label="Sign out" disabled={signOut.isBusy} onClick={signOut.run} />
        </>
      ) : (
        <Link
          to="/sign-in"
          search={signInSearch}
          className="flex h-8 flex-1 items-center gap-2 rounded-md px-2 font-medium text-muted hover:bg-hover hover:text-ink"
        >
          <Icon name="user" />
          Sign in
        </Link>
      )}
      <IconButton icon="sun" label={`Theme: ${theme}`} onClick={() => chooseTheme(NEXT_THEME[theme])} />
      <ActionError error={signOut.error} />
    </div>
  )
}
