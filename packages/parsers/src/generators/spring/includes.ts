import { type CodeMacro, codeCandidates } from "../asciidoctor/code-macros.ts"
import { joinInside } from "../includes/include-paths.ts"

const ENDINGS = ["java", "kt", "groovy", "xml", "yaml", "properties"]

/**
 * `include-code::Name[]` of Spring's documentation. The id of the section gives the folders of the code, with slashes instead of dots and
 * without hyphens.
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
