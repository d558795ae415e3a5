import { getRouteApi, Link, useRouter } from "@tanstack/react-router"
import { useState, type FormEvent } from "react"
import { api } from "../../app/api.ts"
import { ROOT_URL } from "../../app/root-url.ts"
import { replaceSession, useSession } from "../../app/session.ts"
import { Button } from "../../components/button.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { Panel } from "../../components/panel.tsx"
import { messageOf } from "../../components/states.tsx"
import { NarrowPage } from "./narrow-page.tsx"

const route = getRouteApi("/sign-in")

/** Signs in with a password or with single sign-on. */
export function SignInPage() {
  const { data: session } = useSession()
  const { returnTo } = route.useSearch()
  const ways = session?.signInWith
  const ssoUrl = `${ROOT_URL}api/auth/sso?returnTo=${encodeURIComponent(returnTo ?? "/")}`
  return (
    <NarrowPage title="Sign in to Lectern">
      <Panel>
        <div className="flex flex-col gap-4">
          {ways?.sso === true && (
            <div>
              <Button variant="primary" onClick={() => location.assign(ssoUrl)}>
                Continue with single sign-on
              </Button>
            </div>
          )}
          {ways?.password === true && <PasswordForm returnTo={returnTo ?? "/"} />}
        </div>
      </Panel>
      {ways?.signUp === true && (
        <p className="text-sm text-muted">
          New here?{" "}
          <Link to="/sign-up" className="text-accent-ink underline">
            Create an account
          </Link>
        </p>
      )}
      {session?.edition === "self-hosted" && (
        <p className="text-sm text-muted">
          First start? Sign in as <strong className="text-ink">admin</strong>, with the password that the server printed
          or LECTERN_ADMIN_PASSWORD.
        </p>
      )}
    </NarrowPage>
  )
}

function PasswordForm({ returnTo }: { readonly returnTo: string }) {
  const router = useRouter()
  const [name, setName] = useState("")
  const [password, setPassword] = useState("")
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setState({ isBusy: true })
    try {
      replaceSession(await api.session.signIn({ name, password }))
      await router.navigate({ href: returnTo })
    } catch (error) {
      setState({ isBusy: false, error: messageOf(error) })
    }
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Name">
        <TextInput required autoComplete="username" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Password">
        <TextInput
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {state.error !== undefined && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {state.error}
        </p>
      )}
      <div>
        <Button type="submit" variant="primary" isBusy={state.isBusy}>
          Sign in
        </Button>
      </div>
    </form>
  )
}
