import { Link } from "@tanstack/react-router"
import { api } from "../../app/api.ts"
import { useSession } from "../../app/session.ts"
import { Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { NarrowPage } from "./narrow-page.tsx"
import { NewAccountForm } from "./new-account-form.tsx"

/** Creates an account, if the instance allows anyone to do that. */
export function SignUpPage() {
  const { data: session } = useSession()
  return (
    <NarrowPage title="Create an account">
      <Panel>
        {session?.signInWith.signUp === false ? (
          <Empty icon="user" title="Accounts require an invitation">
            Ask an admin of this instance for an invitation link.
          </Empty>
        ) : (
          <NewAccountForm create={(account) => api.session.signUp(account)} />
        )}
      </Panel>
      <p className="text-sm text-muted">
        Do you have an account?{" "}
        <Link to="/sign-in" className="text-accent-ink underline">
          Sign in
        </Link>
      </p>
    </NarrowPage>
  )
}
