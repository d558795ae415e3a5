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
          <strong>${teamspaceName}</strong>. Everybody in it can then ask questions about what your account may see.
        </p>
        <p>Go on only if you know about this. ${serviceName} asks you once more, and says what is read.</p>
        <p><a class="go-on" href="${goOn}">Go on to ${serviceName}</a></p>
      </section>
    </main>`,
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
        <p><code>${siteUrl}</code>${name} can be read now. You can close this page.</p>
        <p><a href="/">Lectern</a></p>
      </section>
    </main>`,
  )
}
