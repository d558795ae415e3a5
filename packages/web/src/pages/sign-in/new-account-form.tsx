import { LIMITS, type SessionResponse } from "@lectern/contract"
import { useRouter } from "@tanstack/react-router"
import { useState } from "react"
import { replaceSession } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Field, TextInput } from "../../components/field.tsx"
import { Form } from "../../components/form.tsx"

interface NewAccountFormProps {
  readonly create: (account: { readonly name: string; readonly password: string }) => Promise<SessionResponse>
}

/** Creates an account and signs in with it. */
export function NewAccountForm({ create }: NewAccountFormProps) {
  const router = useRouter()
  const [account, setAccount] = useState({ name: "", password: "" })
  const save = useAction(() => create(account), {
    onDone: (session) => {
      replaceSession(session)
      void router.navigate({ to: "/" })
    },
  })
  return (
    <div className="max-w-[400px]">
      <Form action="Create account" isBusy={save.isBusy} error={save.error} onSubmit={save.run}>
        <Field label="Name" hint="Letters, digits, dots, hyphens and underscores.">
          <TextInput
            required
            autoComplete="username"
            value={account.name}
            onChange={(event) => setAccount({ ...account, name: event.target.value })}
          />
        </Field>
        <Field label="Password" hint={`At least ${LIMITS.passwordMinCharacters} characters.`}>
          <TextInput
            type="password"
            required
            minLength={LIMITS.passwordMinCharacters}
            autoComplete="new-password"
            value={account.password}
            onChange={(event) => setAccount({ ...account, password: event.target.value })}
          />
        </Field>
      </Form>
    </div>
  )
}
