import { LIMITS } from "@lectern/contract"
import { useState, type FormEvent } from "react"
import { api } from "../../app/api.ts"
import { reloadSession } from "../../app/session.ts"
import { Button } from "../../components/button.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { messageOf } from "../../components/states.tsx"
import { useToast } from "../../components/toast.tsx"

/** Changes the password of the signed-in account. */
export function PasswordForm({ userId }: { readonly userId: string }) {
  const [values, setValues] = useState({ current: "", next: "", again: "" })
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false })
  const toast = useToast()
  const isDifferent = values.again !== "" && values.again !== values.next
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isDifferent) return
    setState({ isBusy: true })
    try {
      await api.admin.updateUser(userId, { password: values.next, currentPassword: values.current })
      setValues({ current: "", next: "", again: "" })
      setState({ isBusy: false })
      toast("Password changed")
      await reloadSession()
    } catch (error) {
      setState({ isBusy: false, error: messageOf(error) })
    }
  }
  const input = (key: keyof typeof values, autoComplete: string) => (
    <TextInput
      type="password"
      required
      autoComplete={autoComplete}
      minLength={key === "current" ? 1 : LIMITS.passwordMinCharacters}
      value={values[key]}
      onChange={(event) => setValues({ ...values, [key]: event.target.value })}
    />
  )
  return (
    <form className="flex max-w-[400px] flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Current password">{input("current", "current-password")}</Field>
      <Field label="New password" hint={`At least ${LIMITS.passwordMinCharacters} characters.`}>
        {input("next", "new-password")}
      </Field>
      <Field label="New password again" error={isDifferent ? "The passwords do not match." : undefined}>
        {input("again", "new-password")}
      </Field>
      {state.error !== undefined && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {state.error}
        </p>
      )}
      <div>
        <Button type="submit" variant="primary" isBusy={state.isBusy}>
          Change password
        </Button>
      </div>
    </form>
  )
}
