import type { Permission } from "@lectern/contract"
import { useEffect, type ReactNode } from "react"
import { ButtonLink } from "../components/button.tsx"
import { Empty } from "../components/states.tsx"
import { useSignInSearch } from "./navigation.ts"
import { usePermissions, useSession } from "./session.ts"

interface PageProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** Permission without which the page is not shown. */
  readonly permission?: Permission
  readonly children: ReactNode
}

/** A page with its title. Shows a sign-in prompt if the page requires it. */
export function Page({ title, description, actions, permission, children }: PageProps) {
  const may = usePermissions()
  useEffect(() => {
    document.title = `${title} · Lectern`
  }, [title])
  return (
    <div className="mx-auto flex max-w-[1080px] flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4 sm:flex-nowrap">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </h1>
          {description !== undefined && <div className="text-pretty text-muted">{description}</div>}
        </div>
        {actions !== undefined && <div className="flex shrink-0 flex-wrap gap-2">{actions}</div>}
      </div>
      {permission === undefined || may(permission) ? children : <NotAllowed />}
    </div>
  )
}

function NotAllowed() {
  const { data: session } = useSession()
  const search = useSignInSearch()
  if (session?.user) {
    return (
      <Empty icon="lock" title="You cannot open this page">
        Your role does not allow it. Ask an admin of this instance.
      </Empty>
    )
  }
  const signIn = (
    <ButtonLink to="/sign-in" search={search} variant="primary">
      Sign in
    </ButtonLink>
  )
  return (
    <Empty icon="lock" title="Sign in to continue" action={signIn}>
      This page requires an account on this instance.
    </Empty>
  )
}
