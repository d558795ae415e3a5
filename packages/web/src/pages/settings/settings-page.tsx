import { Page } from "../../app/page-frame.tsx"
import { usePermissions, useSession } from "../../app/session.ts"
import { ButtonLink } from "../../components/button.tsx"
import { Panel } from "../../components/panel.tsx"
import { PasswordForm } from "../sign-in/password-form.tsx"
import { Keys } from "./keys.tsx"

/** The settings of the signed-in account: its password and its keys. */
export function SettingsPage() {
  const { data: session } = useSession()
  const may = usePermissions()
  const user = session?.user
  return (
    <Page
      title="Account"
      description={user && `Signed in as ${user.name}.`}
      permission="changeOwnPassword"
      actions={<ButtonLink to="/start">First steps</ButtonLink>}
    >
      {may("manageOwnKeys") && <Keys />}
      {user?.hasPassword === true && (
        <Panel title="Password">
          <PasswordForm userId={user.id} />
        </Panel>
      )}
    </Page>
  )
}
