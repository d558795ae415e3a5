import { LIMITS } from "@lectern/contract"
import { useRouter } from "@tanstack/react-router"
import { useState, type FormEvent } from "react"
import { api } from "../../app/api.ts"
import { replaceSession } from "../../app/session.ts"
import { Page } from "../../app/page-frame.tsx"
import { Button } from "../../components/button.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { Panel } from "../../components/panel.tsx"
import { messageOf } from "../../components/states.tsx"

/** Accepts an invitation with a new account; the token is in the fragment of the address, which no server log contains. */
export function InvitationPage() {
  const router = useRouter()
  const [values, setValues] = useState({ name: "", password: "" })
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setState({ isBusy: true })
    try {
      replaceSession(await api.session.acceptInvitation({ token: location.hash.slice(1), ...values }))
      await router.navigate({ to: "/" })
    } catch (error) {
      setState({ isBusy: false, error: messageOf(error) })
    }
  }
  return (
    <Page title="Accept your invitation" description="Choose the name and password that you will sign in with.">
      <Panel>
        <form className="flex max-w-[400px] flex-col gap-4" onSubmit={(event) => void submit(event)}>
          <Field label="Name">
            <TextInput
              required
              autoComplete="username"
              value={values.name}
              onChange={(event) => setValues({ ...values, name: event.target.value })}
            />
          </Field>
          <Field label="Password" hint={`At least ${LIMITS.passwordMinCharacters} characters.`} error={state.error}>
            <TextInput
              type="password"
              required
              minLength={LIMITS.passwordMinCharacters}
              autoComplete="new-password"
              value={values.password}
              onChange={(event) => setValues({ ...values, password: event.target.value })}
            />
          </Field>
          <Button type="submit" variant="primary" isBusy={state.isBusy}>
            Create account
          </Button>
        </form>
      </Panel>
    </Page>
  )
}
