/**
 * The script of the first page, for the browser. It asks the public API and writes what comes back as text, never as
 * markup. Kept as text because the browser gets it as it stands.
 */
export const SCRIPT = `"use strict"
const find = (selector) => document.querySelector(selector)
const keyField = find("[data-key]")
const KEY = "lectern-key"
keyField.value = sessionStorage.getItem(KEY) || ""
keyField.addEventListener("change", () => sessionStorage.setItem(KEY, keyField.value))

const ask = async (path, parameters) => {
  const headers = keyField.value ? { Authorization: "Bearer " + keyField.value } : {}
  const query = parameters ? "?" + new URLSearchParams(parameters) : ""
  const response = await fetch(path + query, { headers })
  const text = await response.text()
  if (response.status === 200) return text
  let message = text
  try { message = JSON.parse(text).message } catch (error) { console.warn(error) }
  throw new Error(message)
}

const askForm = find("[data-ask]")
const askStatus = find("[data-ask-status]")
const answer = find("[data-answer]")
let asked = 0
const answerQuestion = async () => {
  const mine = ++asked
  const { libraryId, query } = Object.fromEntries(new FormData(askForm))
  askStatus.textContent = "asking …"
  const begun = performance.now()
  try {
    const text = await ask("/api/v2/context", { libraryId, query })
    if (mine !== asked) return
    answer.textContent = text
    answer.hidden = false
    answer.scrollTop = 0
    askStatus.textContent = "answered in " + Math.round(performance.now() - begun) + " ms; this text is what an agent gets"
  } catch (error) {
    if (mine !== asked) return
    answer.hidden = true
    askStatus.textContent = error.message
  }
}
askForm.addEventListener("submit", (event) => { event.preventDefault(); answerQuestion() })
if (askForm.dataset.ask === "now") answerQuestion()

const list = find("[data-libraries]")
const element = (name, className, text) => {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text
  return made
}
const showLibraries = (libraries) => {
  list.replaceChildren(...libraries.map((library) => {
    const item = document.createElement("li")
    const id = element("button", "id", library.id)
    id.type = "button"
    id.dataset.library = library.id
    const about = library.description ? library.title + ": " + library.description : library.title
    const count = library.totalSnippets.toLocaleString("en-US") + " snippets · " + library.lastUpdateDate.slice(0, 10)
    item.append(id, element("span", "state " + library.state, library.state), element("span", "quiet", count), element("span", "what", about))
    return item
  }))
}
list.addEventListener("click", (event) => {
  const id = event.target.closest("[data-library]")
  if (!id) return
  askForm.elements.libraryId.value = id.dataset.library
  askForm.elements.query.focus()
  askForm.scrollIntoView({ block: "center" })
})

const searchForm = find("[data-search]")
const searchStatus = find("[data-search-status]")
searchForm.addEventListener("submit", async (event) => {
  event.preventDefault()
  searchStatus.textContent = "searching …"
  try {
    const { results } = JSON.parse(await ask("/api/v2/libs/search", { libraryName: searchForm.elements.libraryName.value }))
    showLibraries(results)
    searchStatus.textContent = results.length === 0 ? "no library is called like that" : results.length + " found"
  } catch (error) {
    searchStatus.textContent = error.message
  }
})

const isPending = (item) => item.querySelector(".state.initial, .state.processing")
const followPending = async () => {
  for (const item of [...list.children].filter(isPending)) {
    try {
      const library = JSON.parse(await ask("/api/v2/libs" + item.querySelector("[data-library]").dataset.library))
      const state = item.querySelector(".state")
      state.textContent = library.state
      state.className = "state " + library.state
      if (library.state === "finalized" && !asked && askForm.elements.libraryId.value === library.id) answerQuestion()
    } catch (error) { console.warn(error) }
  }
  if ([...list.children].some(isPending)) setTimeout(followPending, 10000)
}
setTimeout(followPending, 3000)

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) break
  button.hidden = false
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent)
    button.textContent = "Copied"
    setTimeout(() => { button.textContent = "Copy" }, 1500)
  })
}
`
