import { stemWord } from "../../index/terms/analyse-text.ts"

/**
 * Words that developers use interchangeably: short and long forms of the same word, and pairs that documentation does not
 * distinguish. Words that are merely related are missing on purpose: they find less than they cost.
 */
const GROUPS: readonly string[] = [
  "a11y accessibility",
  "addr address",
  "admin administrator",
  "app application",
  "arg argument",
  "async asynchronous",
  "attr attribute",
  "auth authentication authorization",
  "avg average",
  "bg background",
  "bool boolean",
  "btn button",
  "buf buffer",
  "calc calculate",
  "cb callback",
  "cert certificate",
  "char character",
  "cmd command",
  "concurrent parallel",
  "conf config configuration setting",
  "conn connection",
  "coord coordinate",
  "cred credential",
  "ctx context",
  "db database",
  "decl declaration",
  "def definition",
  "delete remove",
  "dep dependency",
  "desc description",
  "dest destination",
  "dev development",
  "dict dictionary",
  "diff difference",
  "dir directory folder",
  "doc documentation",
  "elem element",
  "endpoint route",
  "enum enumeration",
  "env environment",
  "err error exception",
  "eval evaluate",
  "evt event",
  "exec execute",
  "expr expression",
  "ext extension",
  "fmt format",
  "fn func function",
  "fs filesystem",
  "hdr header",
  "i18n internationalization",
  "id identifier",
  "idx index",
  "iface interface",
  "img image",
  "impl implement",
  "info information",
  "init initialize",
  "int integer",
  "js javascript",
  "k8s kubernetes",
  "kbd keyboard",
  "l10n localization",
  "lang language",
  "len length",
  "lib library",
  "login signin",
  "logout signout",
  "max maximum",
  "mem memory",
  "mgr manager",
  "min minimum",
  "msg message",
  "nav navigation",
  "ns namespace",
  "num number",
  "obj object",
  "op operation",
  "orig original",
  "param parameter",
  "perf performance",
  "perm permission",
  "pkg package",
  "pref preference",
  "prev previous",
  "proc process",
  "prod production",
  "prop property",
  "ptr pointer",
  "pwd password passwd",
  "rand random",
  "recv receive",
  "ref reference",
  "regex regexp",
  "repo repository",
  "req request",
  "res response",
  "sched schedule",
  "sec second",
  "sep separator",
  "spec specification",
  "src source",
  "stmt statement",
  "str string",
  "svc service",
  "sync synchronous",
  "sys system",
  "tbl table",
  "temp temporary tmp",
  "ts typescript",
  "txn transaction",
  "tz timezone",
  "ui interface",
  "url uri",
  "usr user",
  "val value",
  "var variable",
  "vec vector",
  "ver version",
  "ws websocket",
  "yaml yml",
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

/** Returns the stems of a word's synonyms; most words have none. */
export function synonymsOf(stem: string): readonly string[] {
  return synonymsByStem.get(stem) ?? []
}
