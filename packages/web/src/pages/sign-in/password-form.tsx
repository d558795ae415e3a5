import { LIMITS } from "@lectern/contract"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Field, TextInput } from "../../components/field.tsx"
import { Form } from "../../components/form.tsx"

/** Changes the password of the signed-in account. */
export function PasswordForm({ userId }: { readonly userId: string }) {
  const [values, setValues] = useState({ current: "", next: "", again: "" })
  const isDifferent = values.again !== "" && values.again !== values.next
  const save = useAction(
    () => api.admin.updateUser(userId, { password: values.next, currentPassword: values.current }),
    {
      done: "Password changed",
      changes: ["session"],
      onDone: () => setValues({ current: "", next: "", again: "" }),
    },
  )
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
    <div className="max-w-[400px]">
      <Form
        action="Change password"
        isBusy={save.isBusy}
        error={save.error}
        onSubmit={() => {
          if (!isDifferent) save.run()
        }}
      >
        <Field label="Current password">{input("current", "current-password")}</Field>
        <Field label="New password" hint={`At least ${LIMITS.passwordMinCharacters} characters.`}>
          {input("next", "new-password")}
        </Field>
        <Field label="New password again" error={isDifferent ? "The passwords do not match." : undefined}>
          {input("again", "new-password")}
        </Field>
      </Form>
    </div>
  )
}
