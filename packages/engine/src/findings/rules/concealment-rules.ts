import type { FindingRule } from "./finding-rule.ts"
import { AGENT } from "./agent-names.ts"

const KIND = "instruction"

/** Requests to an agent to hide something from its user. */
export const CONCEALMENT_RULES = [
  {
    name: "hides-from-user",
    kind: KIND,
    points: 50,
    hints: [
      "agent",
      "assistant",
      "copilot",
      "llm",
      "model",
      "person",
      "reader",
      "user",
      "human",
      "developer",
      "operator",
      "anyone",
      "silently",
      "secretly",
      "confirmation",
      "quietly",
    ],
    patterns: [
      /\b(?:do not|don't|never|without|avoid) (?:ever )?(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|notify|notifying|alert|alerting|show|showing|disclos\w{1,40}|report|reporting|let|discuss\w{0,40}|warn|warning)(?: (?:it|them|anything|any of (?:this|it)|(?:this|that|these|the) (?:step|command|action|change|message|instruction|request|section|note|page|rule)s?|this|that))?(?: (?:to|with))? (?:the |your |any )?(?:users?|humans?|developers?|operators?|person|programmers?|anyone)\b/,
      /\b(?:do not|don't|without) (?:ask|asking|request|requesting|wait|waiting|prompt|prompting)(?: (?:for|the|your)){0,6} (?:user|human|developer)(?:'s)?(?: for)?(?: any)? ?(?:permission|confirmation|approval|consent|first|before)\b/,
      /\b(?:keep|hide|conceal) (?:this|it|that|these|the (?:step|command|instructions?|action)s?) (?:\w{1,40} )?(?:secret |hidden |confidential |private )?(?:from|secret|hidden) (?:the |your )?(?:user|human|developer|operator)\b/,
      /\b(?:users?|humans?|developers?) (?:(?:must|should) (?:not|never)|(?:do|does)(?: not|n't) need to|need not|has no need to) (?:know(?! (?:how|which|what|where|whether)\b)|see|notice|find out|be (?:told|informed|asked|notified)|learn)\b/,
      new RegExp(
        `\\b${AGENT}(?: \\w{1,40})? (?:must|should|may|shall|will|can) (?:not|never) (?:warn|mention|tell|report|reveal|list|comment|point|ask|disclose|alert)\\b`,
      ),
      /\b(?:without|do not|don't|never) (?:show|showing|point|pointing|tell|telling|mention|mentioning|say|saying|reveal|revealing) (?:[\w']{1,40} ){1,4}(?:to|out to) (?:the |your )?(?:user|human|developer|person|reader)s?\b/,
      /\b(?:done|do (?:this|it|so)|performed?|carried out) (?:silently|secretly|quietly|covertly|in secret|without (?:a )?(?:trace|notice))\b/,
      /\b(?:continue|proceed|carry on|act|behave|respond) as if nothing (?:had )?happened\b|\bconfidential between (?:us|you and)\b/,
      /\b(?:silently|secretly|quietly|covertly)(?: and \w{1,40})? (?:run|execute|send|upload|post|copy|replace|add|insert|install|include|append|forward|read|collect|fetch|download|transmit|modify|commit|push|call|invoke)\b/,
    ],
  },
  {
    name: "hides-from-user-translated",
    kind: KIND,
    points: 50,
    hints: [
      "用户",
      "使用者",
      "ユーザー",
      "사용자",
      "пользовател",
      "utilisateur",
      "usuario",
      "usuário",
      "utente",
      "benutzer",
      "nutzer",
    ],
    patterns: [
      /(?:不要|别|勿|不得)\p{L}{0,3}(?:告诉|通知|提示|告知|透露)\p{L}{0,3}(?:用户|使用者)/u,
      /ユーザーに(?:は)?(?:知らせ|言わ|伝え|見せ)(?:ず|ない|るな)/u,
      /사용자에게 ?(?:알리지|말하지|보여주지)/u,
      /(?<!\p{L})не (?:сообща|говори|показыва|рассказыва)\p{L}{0,40} (?:об этом )?пользовател/u,
      /\b(?:sans (?:prévenir|informer|avertir|le dire à)|n'en parle pas à|ne (?:dis|dites|montre)\p{L}{0,40} (?:pas|rien) à) l'utilisateur/u,
      /\b(?:sin (?:decir\p{L}{0,40}|avisar|informar|mostrar\p{L}{0,40})|no (?:le )?(?:digas|informes|avises|muestres)(?: nada)?|sem (?:avisar|informar|dizer)|não (?:digas?|informes?|avises?)(?: nada)?|senza (?:informare|dirlo|avvisare)) (?:al|a la|a los|ao|à|o|l'|all')? ?(?:usuari|usuário|utente)/u,
      /\b(?:ohne (?:den |die )?(?:be)?nutzer\p{L}{0,40} (?:zu (?:informieren|fragen)|davon)|(?:sag|verrate|zeige|erzähl)\p{L}{0,40} (?:es |das |dies |davon )?(?:dem|der|den) (?:be)?nutzer\p{L}{0,40} (?:nichts|nicht))/u,
    ],
  },
] as const satisfies readonly FindingRule[]
