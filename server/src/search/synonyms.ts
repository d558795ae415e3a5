import { stemWord } from "../index/analyse-text.ts"

/**
 * Words developers write for one another, chosen as such: the short and the long form of the same word, and pairs that
 * documentation uses interchangeably. Words related in meaning only are left out: they cost more than they find.
 */
const GROUPS: readonly string[] = [
  "admin administrator",
  "app application",
  "arg argument",
  "async asynchronous",
  "attr attribute",
  "auth authentication authorization authenticate",
  "bool boolean",
  "cert certificate",
  "char character",
  "cmd command",
  "concurrent parallel",
  "conf config configuration configure setting",
  "conn connection",
  "cred credential",
  "ctx context",
  "db database",
  "decl declaration",
  "def definition",
  "delete remove",
  "dep dependency",
  "desc description",
  "dev development",
  "dir directory folder",
  "doc documentation",
  "elem element",
  "endpoint route",
  "env environment",
  "err error exception",
  "ext extension",
  "fn func function",
  "i18n internationalization",
  "id identifier",
  "img image",
  "impl implementation implement",
  "info information",
  "init initialize initialization",
  "int integer",
  "js javascript",
  "k8s kubernetes",
  "l10n localization",
  "lib library",
  "login signin",
  "logout signout",
  "max maximum",
  "mem memory",
  "middleware middlewares",
  "min minimum",
  "msg message",
  "num number",
  "obj object",
  "op operation",
  "param parameter",
  "perf performance",
  "pkg package",
  "prod production",
  "prop property",
  "ref reference",
  "regex regexp",
  "repo repository",
  "req request",
  "res response",
  "sec second",
  "spec specification",
  "src source",
  "stmt statement",
  "str string",
  "sync synchronous",
  "temp temporary",
  "ts typescript",
  "txn transaction",
  "ui interface",
  "url uri",
  "util utility",
  "val value",
  "var variable",
  "ver version",
]

function makeTable(): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, Set<string>>()
  for (const group of GROUPS) {
    const stems = [...new Set(group.split(" ").map(stemWord))]
    for (const stem of stems) {
      const others = table.get(stem) ?? new Set<string>()
      for (const other of stems) {
        if (other !== stem) {
          others.add(other)
        }
      }
      table.set(stem, others)
    }
  }
  return new Map([...table].map(([stem, others]) => [stem, [...others]]))
}

const synonymsByStem = makeTable()

/** @returns stems that may stand for the stem of a word; empty for most. */
export function synonymsOf(stem: string): readonly string[] {
  return synonymsByStem.get(stem) ?? []
}
