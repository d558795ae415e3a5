/** A first word in lower case. File names, addresses and versions, such as `lectern.json`, have other characters. */
const FIRST_WORD = /^[a-z]+(?:['’-][a-z]+)*(?=$|\s|[,;:.!?)](?:\s|$))/

/** Capitalises a message of the server, unless it starts with a name that has to stay as it is. */
export function capitalised(message: string): string {
  return FIRST_WORD.test(message) ? message.charAt(0).toUpperCase() + message.slice(1) : message
}

/** Formats a message of the server as sentences: a single sentence ends without a full stop. */
export function sentencesOf(message: string): string {
  return capitalised(/\. \S/.test(message) && !/[.!?]$/.test(message) ? `${message}.` : message)
}

/** Path of a field, and what is wrong with it, as in `excludeFolders.0: must not be empty`. */
const PROBLEM = /^([a-z][A-Za-z]*(?:\.\w+)*): (.+)$/s
/** How an explanation starts that is the rest of a sentence about the field. */
const PREDICATE = /^(?:must|is|are|has|does|cannot)\b/
/** Formats the problems of a request for the people who have filled in its form, not for those who write programs. */
export function problemsOf(message: string): string {
  return message
    .split("; ")
    .map((problem) => {
      const [, path, text] = PROBLEM.exec(problem) ?? []
      if (path === undefined || text === undefined) return problem
      return PREDICATE.test(text) ? `${labelOf(path)} ${text}` : `${labelOf(path)}: ${text}`
    })
    .join("; ")
}

/** Names a field by its path: `excludeFolders.0` is `Exclude folders, entry 1`. */
function labelOf(path: string): string {
  const label = path
    .split(".")
    .map((part) => (/^\d+$/.test(part) ? `entry ${Number(part) + 1}` : wordsOf(part)))
    .join(", ")
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\burl\b/, "URL")
}
