import { useRouter } from "@tanstack/react-router"
import { api } from "../../app/api.ts"
import { replaceSession, useSession } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { ActionError } from "../../components/form.tsx"
import { Panel } from "../../components/panel.tsx"
import { NarrowPage } from "./narrow-page.tsx"
import { NewAccountForm } from "./new-account-form.tsx"

/** Accepts an invitation. Its token is in the fragment of the URL, which never appears in a server log. */
export function InvitationPage() {
  const { data: session } = useSession()
  const token = location.hash.slice(1)
  if (session?.user && session.edition === "hosted") return <JoinPage name={session.user.name} token={token} />
  return (
    <NarrowPage title="Accept your invitation" description="Choose the name and password that you will sign in with.">
      <Panel>
        <NewAccountForm create={(account) => api.session.acceptInvitation({ token, ...account })} />
      </Panel>
    </NarrowPage>
  )
}

/** Lets a user with an account join the teamspace. */
function JoinPage({ name, token }: { readonly name: string; readonly token: string }) {
  const router = useRouter()
  const join = useAction(() => api.session.acceptInvitation({ token }), {
    done: (session) => `You are a member of ${session.teamspace?.name ?? "the teamspace"}`,
    onDone: (session) => {
      replaceSession(session)
      void router.navigate({ to: "/admin/$section", params: { section: "team" } })
    },
  })
  return (
    <NarrowPage title="Accept your invitation" description="Your account can belong to several teamspaces.">
      <Panel>
        <div className="flex flex-col items-start gap-4">
          <p>
            You are signed in as <bdi className="font-medium">{name}</bdi>. To join with another account, sign out
            first.
          </p>
          <ActionError error={join.error} />
          <Button variant="primary" isBusy={join.isBusy} onClick={join.run}>
            Join
          </Button>
        </div>
      </Panel>
    </NarrowPage>
  )
}
