import type { Connection } from "@lectern/contract"
import type { ConsentQuestion } from "../../service/connections/consent.ts"
import type { SiteChoice } from "../../service/connections/several-sites.ts"
import { html, type Html } from "./html.ts"
import { renderPage } from "./page-frame.ts"

/** Root of the server, relative to the pages of consents. */
const ROOT = "../../../"

/** Renders the page that asks the user to continue to a service and grant access. */
export function renderConsentQuestion(question: ConsentQuestion): string {
  const { serviceName, siteUrl, teamspaceName, askedBy, goOn } = question
  const who = askedBy === null ? "an admin of this instance" : askedBy
  const site = siteUrl === null ? html`` : html` at <code>${siteUrl}</code>`
  return renderConsentPage(
    `Connect ${serviceName}`,
    html`<h1>Connect ${serviceName}</h1>
      <p>
        ${who} asks to read pages of ${serviceName}${site} into libraries of the teamspace
        <strong>${teamspaceName}</strong>. Everyone in it can then ask questions about the pages that your account can
        see.
      </p>
      <p>
        Continue only if you expected this request. ${serviceName} then lists what Lectern can read and asks for your
        approval.
      </p>
      <p><a class="go-on" href="${goOn}">Continue to ${serviceName}</a></p>`,
  )
}

/** Renders the reason why an account could not be connected. */
export function renderConsentProblem(message: string): string {
  return renderConsentPage(
    "Not connected",
    html`<h1>The account is not connected</h1>
      <p>${message.charAt(0).toUpperCase() + message.slice(1)}.</p>
      <p><a href="${ROOT}admin/connections">Open connections</a></p>`,
  )
}

/** Renders the last page of connecting an account. */
export function renderConnected({ siteUrl, accountName }: Connection): string {
  const name = accountName === null ? html`` : html` (${accountName})`
  return renderConsentPage(
    "Connected",
    html`<h1>Connected</h1>
      <p><code>${siteUrl}</code>${name} is connected. You can close this page and continue in Lectern.</p>
      <p><a href="${ROOT}admin/connections">Open connections</a></p>`,
  )
}

/** Renders the sites that a consent covers, with a link for each that continues with this site only. */
export function renderSiteChoice(choices: readonly SiteChoice[]): string {
  return renderConsentPage(
    "Choose a site",
    html`<h1>Choose a site</h1>
      <p>Your account belongs to several sites. Choose the one to connect, and approve access again.</p>
      <ul class="libraries">
        ${choices.map(
          ({ siteUrl, name, url }) =>
            html`<li><a href="${url}">${siteUrl}</a><span class="what">${name ?? ""}</span></li>`,
        )}
      </ul>`,
  )
}

function renderConsentPage(title: string, content: Html): string {
  return renderPage(
    title,
    html`<header class="top"><a class="brand" href="${ROOT}">Lectern</a></header>
      <main><section class="lead">${content}</section></main>`,
    ROOT,
  )
}
