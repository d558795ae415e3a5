import type { Connection } from "@lectern/contract"
import type { ConsentQuestion } from "../../service/connections/consent.ts"
import { html } from "./html.ts"
import { renderPage } from "./page-frame.ts"

/** Renders the page that asks the user to continue to a service and grant access. */
export function renderConsentQuestion(question: ConsentQuestion): string {
  const { serviceName, siteUrl, teamspaceName, askedBy, goOn } = question
  const who = askedBy === null ? "an admin of this instance" : askedBy
  const site = siteUrl === null ? html`` : html` at <code>${siteUrl}</code>`
  return renderPage(
    `Connect ${serviceName}`,
    html`<main>
      <section class="lead">
        <h1>Connect ${serviceName}</h1>
        <p>
          ${who} asks to read pages of ${serviceName}${site} into libraries of the teamspace
          <strong>${teamspaceName}</strong>. Everyone in it can then ask questions about the pages that your account can
          see.
        </p>
        <p>
          Continue only if you expected this request. ${serviceName} then lists what Lectern can read and asks for your
          approval.
        </p>
        <p><a class="go-on" href="${goOn}">Continue to ${serviceName}</a></p>
      </section>
    </main>`,
    "../../../",
  )
}

/** Renders why an account could not be connected. */
export function renderConsentProblem(message: string): string {
  return renderPage(
    "Not connected",
    html`<main>
      <section class="lead">
        <h1>The account is not connected</h1>
        <p>${message.charAt(0).toUpperCase() + message.slice(1)}.</p>
        <p><a href="../../../admin/connections">Open the connections</a></p>
      </section>
    </main>`,
    "../../../",
  )
}

/** Renders the last page of connecting an account. */
export function renderConnected({ siteUrl, accountName }: Connection): string {
  const name = accountName === null ? html`` : html` (${accountName})`
  return renderPage(
    "Connected",
    html`<main>
      <section class="lead">
        <h1>Connected</h1>
        <p><code>${siteUrl}</code>${name} is connected. You can close this page and continue in Lectern.</p>
        <p><a href="../../../">Open Lectern</a></p>
      </section>
    </main>`,
    "../../../",
  )
}
