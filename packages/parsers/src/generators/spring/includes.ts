import { type CodeMacro, codeCandidates } from "../asciidoctor/code-macros.ts"
import { joinInside } from "../includes/include-paths.ts"

const ENDINGS = ["java", "kt", "groovy", "xml", "yaml", "properties"]

/**
 * `include-code::Name[]` of Spring's documentation. The code is in the folders that the identifier of the section spells,
 * with slashes for dots and without hyphens.
 */
export const SPRING_INCLUDE_CODE: CodeMacro = {
  pattern: /^include-code::([^\s[]+)\[(.*)\][ \t]*$/,
  candidatesOf(target, section) {
    const folder = section.replaceAll("-", "").replaceAll(".", "/")
    const path = joinInside("", `${folder}/${target}`)
    return path === undefined ? [] : codeCandidates(path, ENDINGS)
  },
  describeMissing: (target, section) =>
    `the code of ${target} could not be included: no file was found for section ${section}`,
}
