import { type CodeMacro, codeCandidates } from "../asciidoctor/code-macros.ts"

const ENDINGS = ["java", "kt", "groovy"]

/** `snippet::org.example.Class[]` in the guides of Micronaut and Grails: full class names, separated by commas. */
export const MICRONAUT_SNIPPET: CodeMacro = {
  pattern: /^snippet::((?:\w+\.)+\w+(?:,[ ]?(?:\w+\.)+\w+){0,9})\[(.*)\][ \t]*$/,
  candidatesOf: (names) =>
    names.split(",").flatMap((name) => codeCandidates(name.trim().replaceAll(".", "/"), ENDINGS)),
  describeMissing: (names) => `${names} could not be included: the class does not exist`,
}
