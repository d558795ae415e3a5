/**
 * The style sheet of all pages, in the colours of the dashboard (`theme.css`): light or dark by the user's preference,
 * usable from a width of 380 px.
 */
export const STYLE = `
:root {
  --ground: #fafafa; --sheet: #ffffff; --ink: #18181b; --quiet: #5c5f66; --line: #e4e4e8; --accent: #3b5bdb; --on-accent: #ffffff;
  --good: #17693f; --busy: #7d4f00; --bad: #b3261e;
  font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; font-size: 16px; line-height: 1.5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1012; --sheet: #17191c; --ink: #ededf0; --quiet: #a3a7b0; --line: #2a2d33; --accent: #8a9fff; --on-accent: #0d1122;
    --good: #6fd39b; --busy: #ecbb62; --bad: #ff9187;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.top, main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
.top { display: flex; justify-content: space-between; align-items: baseline; padding-top: 1.25rem; }
.top nav { display: flex; gap: 1rem; }
.brand { font-weight: 650; font-size: 1.1rem; color: var(--ink); text-decoration: none; }
.lead { padding: 2rem 0 .5rem; }
.lead p { max-width: 42rem; margin: .5rem 0 0; overflow-wrap: anywhere; color: var(--quiet); }
h1 { margin: 0; font-size: clamp(1.4rem, 4vw, 1.75rem); line-height: 1.2; letter-spacing: -.02em; }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.15rem; }
h3 { margin: 0; font-size: .9rem; font-weight: 600; }
.quiet { color: var(--quiet); font-size: .9rem; }
footer { padding-top: 2.5rem; padding-bottom: 2.5rem; }
code, pre, .id { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875rem; }
pre { margin: 0; padding: .9rem 1rem; overflow: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.answer { max-height: 22rem; white-space: pre-wrap; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
label { display: grid; gap: .25rem; font-size: .85rem; color: var(--quiet); flex: 1 1 14rem; }
label.wide { flex: 3 1 20rem; }
label.key { max-width: 22rem; margin-top: .75rem; }
input { width: 100%; padding: .55rem .7rem; font: inherit; font-size: 1rem; color: var(--ink); background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.go-on { display: inline-block; margin-top: .5rem; text-decoration: none; }
button, .go-on { padding: .55rem 1.1rem; font: inherit; color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 8px; cursor: pointer; }
button.second { color: var(--ink); background: var(--sheet); border-color: var(--line); }
.libraries { list-style: none; margin: .75rem 0 0; padding: 0; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); }
.libraries:empty { display: none; }
.libraries li { display: flex; flex-wrap: wrap; gap: .15rem .75rem; align-items: baseline; padding: .6rem 1rem; border-top: 1px solid var(--line); }
.libraries li:first-child { border-top: 0; }
.libraries .id { padding: 0; color: var(--accent); background: none; border: 0; text-align: left; overflow-wrap: anywhere; }
.what { flex-basis: 100%; color: var(--quiet); font-size: .9rem; overflow-wrap: anywhere; }
.state { font-size: .8rem; color: var(--busy); }
.state.finalized { color: var(--good); }
.state.error { color: var(--bad); }
.snippet { position: relative; margin: 1rem 0; display: grid; gap: .35rem; }
.snippet button { position: absolute; right: 0; top: -.15rem; padding: .05rem .6rem; font-size: .8rem; color: var(--quiet); background: none; border-color: var(--line); }
.plain { list-style: none; padding: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
td button { padding: .2rem .6rem; }
th, td { padding: .35rem .6rem .35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td.date { white-space: nowrap; }
details { margin: .5rem 0; }
summary { cursor: pointer; }
.api h1 { margin: 2rem 0 .5rem; }
.api section { border-top: 1px solid var(--line); margin-top: 1.5rem; }
.api h2 { overflow-wrap: anywhere; }
form.stack { flex-direction: column; align-items: stretch; max-width: 26rem; margin: .75rem 0; }
form.stack label { flex: none; }
form.stack button { align-self: start; }
.problem, .notice { max-width: 42rem; padding: .6rem .9rem; border: 1px solid var(--line); border-left: 3px solid var(--good); border-radius: 8px; background: var(--sheet); overflow-wrap: anywhere; }
.problem { border-left-color: var(--bad); }
.document { overflow-wrap: anywhere; }
.document h1 { margin: 1.75rem 0 .75rem; }
.document pre, .document table { margin: 1rem 0; }
.document table { display: block; overflow-x: auto; }
.document h3 { margin: 1.75rem 0 .5rem; font-size: 1rem; }
.code { font-size: 1.5rem; letter-spacing: .1em; }
.code code { font-size: inherit; }
`
