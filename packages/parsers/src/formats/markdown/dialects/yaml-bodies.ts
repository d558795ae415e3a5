/** A component whose whole body is YAML with a title or items, as on dart.dev: `<SummaryCard>`. */
const COMPONENT = /^<([A-Z]\w{0,60})>[ \t]{0,20}\n(?=(?:title|items):)((?:(?!<)[^\n]*\n){1,200})<\/\1>/gm
const ENTRY = /^([ \t]{0,40})((?:-[ \t]{1,9})?)([\w-]{1,40}):(?:[ \t](.*))?$/
const TEXT_KEY = /^(?:details|description|text|subtitle)$/
const HAS_DETAILS = /^[ \t]+(?:details|description|text):/m
/** The sign of a text on the lines below. */
const BLOCK_TEXT = /^[>|][+-]?$/

/**
 * Converts components with a body in YAML to a title in bold and a list of items, without settings such as icons.
 *
 * @returns text with as many lines.
 */
export function convertYamlBodies(text: string): string {
  if (!/^<[A-Z]\w{0,60}>[ \t]{0,20}\n(?:title|items):/m.test(text)) return text
  return text.replace(COMPONENT, (whole: string, _name: string, body: string) => {
    if (!/^items:[ \t]*$/m.test(body)) return whole
    const hasDetails = HAS_DETAILS.test(body)
    let keyIndent = 0
    const lines = body
      .slice(0, -1)
      .split("\n")
      .map((line) => {
        const [, indent = "", dash = "", key = "", value = ""] = ENTRY.exec(line) ?? []
        if (key === "" || (dash === "" && indent.length > keyIndent))
          return line.trim() === "" ? "" : `  ${line.trim()}`
        keyIndent = indent.length + dash.length
        const shown = BLOCK_TEXT.test(value.trim()) ? "" : value.trim().replace(/^(["'])(.*)\1$/, "$2")
        if (dash !== "") return key !== "title" ? "" : hasDetails ? `- **${shown}**` : `- ${shown}`
        if (key === "title") return `**${shown}**`
        return TEXT_KEY.test(key) ? `${keyIndent === 0 ? "" : "  "}${shown}` : ""
      })
    return ["", ...lines, ""].join("\n")
  })
}
