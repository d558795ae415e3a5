import { useSession } from "../../app/session.ts"
import { Panel } from "../../components/panel.tsx"
import { PasswordForm } from "./password-form.tsx"

/** Shown before any other page while an admin account has its initial password. */
export function ChangePasswordPage() {
  const { data: session } = useSession()
  return (
    <main className="mx-auto flex max-w-[432px] flex-col gap-6 px-4 py-16">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">Choose a new password</h1>
        <p className="text-muted">
          This account still has its initial password. Change it before you do anything else.
        </p>
      </div>
      <Panel>{session?.user && <PasswordForm userId={session.user.id} />}</Panel>
    </main>
  )
}
