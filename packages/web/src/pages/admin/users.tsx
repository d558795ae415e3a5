import { LIMITS, type User, USER_ROLES } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useSession, usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { ActionError, DialogButton, Form } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { Table } from "../../components/table.tsx"
import { countOf, formatCount, RelativeTime } from "../../components/text.tsx"

const ROLE_LABELS = { admin: "Admin", member: "Member" } as const
const ROLE_OPTIONS = USER_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))
/** Number of accounts that are shown at first, and that each further step adds. */
const STEP = 200

/**
 * Lists every account of the instance, with its role, and lets admins set passwords, deactivate and delete accounts.
 */
export function Users() {
  const [text, setText] = useState("")
  const may = usePermissions()
  const list = useQuery({ queryKey: ["users"], queryFn: ({ signal }) => api.admin.listUsers({ signal }) })
  return (
    <Panel title="Accounts" isFlush actions={may("manageUsers") && <NewUser />}>
      <div className="border-b p-4">
        <Field label="Find an account" isLabelHidden>
          <TextInput
            type="search"
            placeholder="Name or email address"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      <Loaded query={list}>{({ users }) => <UserTable users={users.filter((user) => matches(user, text))} />}</Loaded>
    </Panel>
  )
}

function matches({ name, email }: User, text: string): boolean {
  return `${name} ${email ?? ""}`.toLowerCase().includes(text.trim().toLowerCase())
}

function UserTable({ users }: { readonly users: readonly User[] }) {
  const may = usePermissions()
  const [shownCount, setShownCount] = useState(STEP)
  return (
    <>
      <Table
        label="Accounts"
        rows={users.slice(0, shownCount)}
        keyOf={({ id }) => id}
        columns={[
          { title: "Name", cell: (user) => <UserName user={user} /> },
          { title: "Role", cell: (user) => <Badge>{ROLE_LABELS[user.role]}</Badge> },
          {
            title: "Signs in with",
            isOptional: true,
            cell: ({ hasPassword, hasSso }) =>
              [hasPassword ? "password" : "", hasSso ? "single sign-on" : ""].filter(Boolean).join(", "),
          },
          {
            title: "Created",
            isEnd: true,
            isOptional: true,
            cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
          },
          { title: "Action", isEnd: true, cell: (user) => may("manageUsers") && <EditUser user={user} /> },
        ]}
      />
      {users.length > shownCount && (
        <div className="flex flex-wrap items-center gap-4 border-t px-4 py-3 text-sm text-muted">
          <Button onClick={() => setShownCount(shownCount + STEP)}>Show more</Button>
          {formatCount(shownCount)} of {countOf(users.length, "account")}
        </div>
      )}
    </>
  )
}

function UserName({ user }: { readonly user: User }) {
  const { data: session } = useSession()
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
        <bdi>{user.name}</bdi>
        {user.id === session?.user?.id && <Badge tone="accent">You</Badge>}
        {!user.active && <Badge tone="warn">Inactive</Badge>}
      </span>
      {user.email !== null && <span className="text-sm text-muted [overflow-wrap:anywhere]">{user.email}</span>}
    </span>
  )
}

function NewUser() {
  return (
    <DialogButton label="New account" title="Create an account" variant="primary" icon="plus">
      {(close) => <NewUserForm onDone={close} />}
    </DialogButton>
  )
}

function NewUserForm({ onDone }: { readonly onDone: () => void }) {
  const [values, setValues] = useState({ name: "", email: "", password: "", role: "member" as User["role"] })
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const { email, ...required } = values
  const create = useAction(() => api.admin.createUser({ ...required, ...(email === "" ? {} : { email }) }), {
    done: `Account ${values.name} created`,
    changes: ["users"],
    onDone,
  })
  return (
    <Form action="Create account" isBusy={create.isBusy} error={create.error} onSubmit={create.run}>
      <Field label="Name" hint="Used to sign in. No spaces.">
        <TextInput
          required
          maxLength={100}
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label="Email address" hint="Optional. Lectern sends no email.">
        <TextInput type="email" value={values.email} onChange={(event) => set({ email: event.target.value })} />
      </Field>
      <PasswordField value={values.password} onChange={(password) => set({ password })} isRequired />
      <RoleField role={values.role} onChange={(role) => set({ role })} />
    </Form>
  )
}

function PasswordField({
  value,
  onChange,
  isRequired = false,
}: {
  readonly value: string
  readonly onChange: (password: string) => void
  readonly isRequired?: boolean
}) {
  return (
    <Field
      label={isRequired ? "Password" : "New password"}
      hint={`At least ${LIMITS.passwordMinCharacters} characters.${isRequired ? "" : " If empty, it stays unchanged."}`}
    >
      <TextInput
        type="password"
        autoComplete="new-password"
        required={isRequired}
        minLength={LIMITS.passwordMinCharacters}
        maxLength={LIMITS.passwordMaxCharacters}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

function RoleField({
  role,
  onChange,
}: {
  readonly role: User["role"]
  readonly onChange: (role: User["role"]) => void
}) {
  return (
    <Field label="Role" hint="Admins can change everything on this instance.">
      <Select
        value={role}
        options={ROLE_OPTIONS}
        onChange={(value) => onChange(USER_ROLES.find((each) => each === value) ?? "member")}
      />
    </Field>
  )
}

function EditUser({ user }: { readonly user: User }) {
  return (
    <DialogButton label="Edit" title={`Edit ${user.name}`}>
      {(close) => <EditUserForm user={user} onDone={close} />}
    </DialogButton>
  )
}

function EditUserForm({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const [role, setRole] = useState(user.role)
  const [email, setEmail] = useState(user.email ?? "")
  const [password, setPassword] = useState("")
  const change = {
    ...(role === user.role ? {} : { role }),
    ...(email === (user.email ?? "") ? {} : { email: email === "" ? null : email }),
    ...(password === "" ? {} : { password }),
  }
  const save = useAction(() => api.admin.updateUser(user.id, change), { done: "Saved", changes: ["users"], onDone })
  const toggle = useAction(() => api.admin.updateUser(user.id, { active: !user.active }), {
    done: user.active ? `${user.name} deactivated` : `${user.name} activated`,
    changes: ["users"],
    onDone,
  })
  const remove = async () => {
    await api.admin.deleteUser(user.id)
    onDone()
  }
  return (
    <>
      <Form
        action="Save"
        isBusy={save.isBusy}
        error={save.error}
        isDisabled={Object.keys(change).length === 0}
        onSubmit={save.run}
      >
        <RoleField role={role} onChange={setRole} />
        <Field label="Email address">
          <TextInput type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <PasswordField value={password} onChange={setPassword} />
      </Form>
      <ActionError error={toggle.error} />
      <div className="flex flex-wrap gap-2 border-t pt-4">
        <Button isBusy={toggle.isBusy} onClick={toggle.run}>
          {user.active ? "Deactivate" : "Activate"}
        </Button>
        <Confirm
          title={`Delete ${user.name}?`}
          action="Delete"
          changes={["users"]}
          onConfirm={remove}
          trigger={(open) => (
            <Button variant="danger" icon="trash" onClick={open}>
              Delete
            </Button>
          )}
        >
          The account and its API keys stop working at once. Libraries that it added stay, except the private ones of
          teamspaces without other members.
        </Confirm>
      </div>
    </>
  )
}
