import { type ApiKey, LIMITS, type SessionResponse } from "@lectern/contract"
import { html, type Html } from "./html.ts"
import { renderPage } from "./page-frame.ts"

/** The common properties of account pages. */
export interface AccountPage {
  /** Relative address of the root of the server, so that the pages work behind any path prefix. */
  readonly root: string
  /** The error message of a submitted form. */
  readonly error?: string | undefined
  /** The message after a successful action. */
  readonly notice?: string | undefined
}

/** Path of the script that takes an invitation's token from the URL fragment, which browsers never send to a server. */
export const INVITATION_SCRIPT_PATH = "assets/invitation.js"
export const INVITATION_SCRIPT = `const field = document.querySelector("input[name=token]")
if (field && field.value === "") field.value = location.hash.slice(1)
`

/** The sign-in page. */
export interface SignInPage extends AccountPage {
  readonly signInWith: SessionResponse["signInWith"]
  /** Path of the page to go to afterwards. */
  readonly returnTo: string
  readonly name?: string | undefined
}

/** Renders the body of the sign-in page, which the dashboard also shows without JavaScript. */
export function renderSignInBody({ root, signInWith, returnTo, name = "", ...page }: SignInPage): Html {
  const withPassword = html`<form method="post" action="${root}account/sign-in" class="stack">
    <input type="hidden" name="returnTo" value="${returnTo}" />
    <label>Name <input name="name" value="${name}" required autocomplete="username" maxlength="100" /></label>
    ${passwordField("password", "Password", "current-password")}
    <button type="submit">Sign in</button>
  </form>`
  const sso = html`<p>
    <a class="go-on" href="${root}api/auth/sso?returnTo=${encodeURIComponent(returnTo)}">Sign in with single sign-on</a>
  </p>`
  return frame(
    { root, ...page },
    {
      title: "Sign in",
      body: html`${signInWith.sso ? sso : ""} ${signInWith.password ? withPassword : ""}`,
    },
  )
}

/** Renders the sign-in page. */
export function renderSignIn(page: SignInPage): string {
  return renderPage("Sign in", renderSignInBody(page), page.root)
}

/** The page that accepts an invitation. */
export interface InvitationPage extends AccountPage {
  readonly token?: string | undefined
  readonly name?: string | undefined
}

/** Renders the body of the page that accepts an invitation, which the dashboard also shows without JavaScript. */
export function renderInvitationBody({ root, token = "", name = "", ...page }: InvitationPage): Html {
  return frame(
    { root, ...page },
    {
      title: "Accept your invitation",
      body: html`<p>Choose the name and password that you will sign in with.</p>
        <form method="post" action="${root}account/accept-invitation" class="stack">
          <label
            >Invitation link
            <input name="token" value="${token}" required autocomplete="off" maxlength="500" />
          </label>
          <label>Name <input name="name" value="${name}" required autocomplete="username" maxlength="100" /></label>
          ${passwordField("password", newPasswordLabel, "new-password")}
          <button type="submit">Create account</button>
        </form>`,
    },
  )
}

/** Renders the page that accepts an invitation. */
export function renderInvitation(page: InvitationPage): string {
  const script = html`<script src="${page.root}${INVITATION_SCRIPT_PATH}" defer></script>`
  return renderPage("Accept your invitation", html`${renderInvitationBody(page)} ${script}`, page.root)
}

/** The page of an account. */
export interface OwnAccountPage extends AccountPage {
  readonly user: NonNullable<SessionResponse["user"]>
  /** Null if the password has to be changed first. */
  readonly keys: readonly ApiKey[] | null
  /** A key that has just been created. */
  readonly newKey?: string | undefined
}

/** Renders the page of an account: its keys and password. */
export function renderAccount({ root, user, keys, newKey, ...page }: OwnAccountPage): string {
  const created =
    newKey === undefined
      ? html``
      : html`<div class="notice" role="status">
          <p>This is your new key. Save it now: it is shown only once.</p>
          <pre tabindex="0">${newKey}</pre>
        </div>`
  const locked = html`<p class="notice" role="status">Change your initial password before you do anything else.</p>`
  const body = html`<p class="quiet">Signed in as ${user.name} with the role ${user.role}.</p>
    ${created} ${keys === null ? locked : renderKeys(root, keys)} ${user.hasPassword ? renderPasswordForm(root) : ""}
    <form method="post" action="${root}account/sign-out" class="stack">
      <button type="submit" class="second">Sign out</button>
    </form>`
  return renderPage("Your account", frame({ root, ...page }, { title: "Your account", body }), root)
}

function renderKeys(root: string, keys: readonly ApiKey[]): Html {
  const rows = keys.map(
    ({ id, name, hint, createdAt, lastUsedAt }) =>
      html`<tr>
        <td>${name}<br /><code>${hint}…</code></td>
        <td class="date">${createdAt.slice(0, 10)}</td>
        <td class="date">${lastUsedAt === null ? "never" : lastUsedAt.slice(0, 10)}</td>
        <td>
          <form method="post" action="${root}account/keys/revoke">
            <input type="hidden" name="id" value="${id}" />
            <button type="submit" class="second" aria-label="Revoke the key ${name}">Revoke</button>
          </form>
        </td>
      </tr>`,
  )
  const table = html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
  return html`<section aria-labelledby="keys-title">
    <h2 id="keys-title">API keys</h2>
    ${keys.length === 0 ? html`<p class="quiet">You have no keys.</p>` : table}
    <form method="post" action="${root}account/keys" class="stack">
      <label>Name of the new key <input name="name" required maxlength="100" placeholder="laptop" /></label>
      <button type="submit">Create key</button>
    </form>
  </section>`
}

function renderPasswordForm(root: string): Html {
  return html`<section aria-labelledby="password-title">
    <h2 id="password-title">Password</h2>
    <form method="post" action="${root}account/password" class="stack">
      ${passwordField("currentPassword", "Current password", "current-password")}
      ${passwordField("password", newPasswordLabel, "new-password")}
      <button type="submit">Change password</button>
    </form>
  </section>`
}

/** The page that confirms a program's sign-in. */
export interface DevicePage extends AccountPage {
  readonly userName: string
  readonly userCode: string
  /** The program's name for itself; undefined if no program is waiting for this code. */
  readonly deviceName: string | undefined
}

/** Renders the page that confirms the sign-in of a program without a browser. */
export function renderDevice({ root, userName, userCode, deviceName, ...page }: DevicePage): string {
  const confirm = html`<p>
      <strong>${deviceName ?? ""}</strong> is requesting an API key for your account <strong>${userName}</strong>.
      Confirm only if you ran <code>lectern login</code> yourself and it shows this code:
    </p>
    <p class="code"><code>${userCode}</code></p>
    <form method="post" action="${root}account/device">
      <input type="hidden" name="userCode" value="${userCode}" />
      <button type="submit">Confirm</button>
    </form>`
  const enter = html`<p>Enter the code that <code>lectern login</code> shows.</p>
    <form method="get" action="${root}account/device" class="stack">
      <label>Code <input name="code" value="${userCode}" required maxlength="20" autocomplete="off" /></label>
      <button type="submit">Continue</button>
    </form>`
  const body = page.notice === undefined ? (deviceName === undefined ? enter : confirm) : html``
  return renderPage("Sign in a program", frame({ root, ...page }, { title: "Sign in a program", body }), root)
}

const newPasswordLabel = `New password, at least ${LIMITS.passwordMinCharacters} characters`

function passwordField(name: string, label: string, autocomplete: "current-password" | "new-password"): Html {
  const min = autocomplete === "new-password" ? LIMITS.passwordMinCharacters : 1
  return html`<label
    >${label}
    <input type="password" name="${name}" required minlength="${min}" autocomplete="${autocomplete}" />
  </label>`
}

function frame({ root, error, notice }: AccountPage, { title, body }: { title: string; body: Html }): Html {
  return html`<header class="top"><a class="brand" href="${root === "" ? "./" : root}">Lectern</a></header>
    <main>
      <section class="lead"><h1>${title}</h1></section>
      ${error === undefined ? "" : html`<p class="problem" role="alert">${error}</p>`}
      ${notice === undefined ? "" : html`<p class="notice" role="status">${notice}</p>`} ${body}
    </main>`
}
