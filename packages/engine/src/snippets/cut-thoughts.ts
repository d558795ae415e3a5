import { beginsWithCut, withoutCuts } from "./cut-marks.ts"
import { beginsWithResult, isExampleLabel, withoutLastCode } from "./example-pairs.ts"
import { splitAtFences } from "./split-at-fences.ts"

/** An item of a list or of a nested list. */
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)]) /
/** The first item of a numbered list. */
const FIRST_ITEM = /^1[.)] /
/** A fence, with a caption above it, or the label of a tab that is the name of a file: the file is one part of an example. */
const CODE = /^(?:\*\*[\w./@-]{1,80}\.\w{1,10}\*\*\n\n|[^\n]{1,80}\n)?`{3,}/
/** Longest caption or label above such a fence, and the fence. */
const MAX_CODE_START_CHARACTERS = 100
const CODE_END = "```"
/** Code whose first line cannot be the first of a statement. */
const REST_OF_CODE = /(?:^|\n)`{3,}[^`\n]*\n\s*(?:[,)\]}]|&&|\|\|)/
/** The label of a box that readers should not miss, at the start of a paragraph. */
const WARNING =
  /(?:^|\n)(?:> )?(?:\*\*(?:Warning|Caution|Important|Danger|Attention)\b|(?:WARNING|CAUTION|IMPORTANT|DANGER):)/i
/** The label of a box with further reading. */
const SEE_ALSO = /^(?:> )?\*\*See also\b/i
/** A sentence or note that restricts what the code before it does, or says what it needs. */
const CAVEAT =
  /^(?:> )?(?:(?:Note that|Make sure|Be sure|Ensure|Remember|Keep in mind|Do not|Don['’]t|Never)\b|\*\*Note\b[\s\S]{0,300}\b(?:must|only|cannot|can['’]t|requires?|required|need(?:s|ed)? to)\b)/i
/** The other side of what the code before shows. */
const CONTRAST = /^(?:However|But|Instead|Otherwise|On the other hand|In contrast|By contrast),? /
/** A further paragraph of an item. */
const REST_OF_ITEM = /^[ \t]+\S/
/** A list item that only has a label so far: names in bold or as code, perhaps with placeholders, such as `` `--max` *count* ``. */
const LABEL_ITEM =
  /^[ \t]*[-*+] (?:\*\*[^\n*]{1,200}\*\*|`[^`\n]{1,200}`)(?:(?: |, | \/ | \| | or )(?:\*\*[^\n*]{1,100}\*\*|`[^`\n]{1,100}`|\*[^*\n]{1,60}\*|_[^_\n]{1,60}_|\([^()\n]{1,60}\))){0,6}:?$/
/** A paragraph in bold that works like a heading: the title of a note, a tab or part of a section. */
const LABEL_PARAGRAPH = /(?:^|\n)[ \t]*(?:[-*+] )?\*\*(?!(?:New|Added|Changed|Deprecated|Removed) )[^\n*]{1,200}\*\*$/
/** A marker of a numbered note in a code comment: `# (1)`. */
const NOTE_MARK = /(?:#|\/\/|\/\*|<!--|--|;|%)[ \t]?\(1\)/
/** After code that interrupts a sentence, the text continues in lower case. */
const REST_OF_SENTENCE = /^\p{Ll}[\p{L}'’]*(?:,? |:?\n\n)/u

/** The end of a sentence that continues in what follows: a colon, or `For example,` as a paragraph. */
const INTRODUCTION = /(?::\*{0,3}|(?:^|\n)For (?:example|instance),)$/

/** An introduction with the number of items, and the first item. */
const COUNTED_LIST = /\b(two|three|four|five)\b[^.!?\n]{0,120}:\n{1,2}1[.)] /i
const COUNTS: ReadonlyMap<string, number> = new Map([
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
])

/** Words for what follows, in the last sentence of a text. */
const ANNOUNCEMENT =
  /\b(?:below|following|next) (?:are|is|sections?|subsections?|examples?|chapters?|pages?|steps?)\b|\bthere are (?:two|three|four|five|several|many) (?:\w{1,20} ){0,2}(?:ways|options|methods|kinds|types|approaches|strategies|modes|variants)\b/i
const SENTENCE_END = /[.!?:]\s|\n/
const MAX_ANNOUNCEMENT_CHARACTERS = 240

/** A footnote with its mark: `[1] Koi …`, `[^koi]: …`. */
const FOOTNOTE = /^(?:- )?\[(?:\d{1,3}|\^[^\]\s]{1,40})\]:? \S/

/** Words that refer to the text before them. */
const REFERENCE =
  /^(?:\*\*)?(?:For (?:example|instance)\b|(?:This|That|These|Those|It|They)(?:['’]s|['’]re)? |(?:Then|Instead|Otherwise|However|Therefore|Thus|Hence|Alternatively|Similarly|Conversely|Also|Or|And|But|So|Either way),? |The same \w|(?:In|With|From) (?:this|that|these|the (?:above|previous)) |In (?:the )?(?:example|code|snippet|case)s? above\b|The (?:above|previous|preceding) |The (?:example|code|snippet)s? above |As (?:you can see|shown|seen|mentioned|expected)\b|Because of (?:this|that)\b|To (?:do|achieve|fix|avoid|solve|resolve) (?:this|that|these|so)\b)/
/**
 * Further beginnings: a step or a contrast, and sentences about something that only the text before names, such as an example or the lines of
 * a listing.
 */
const FURTHER_REFERENCE =
  /^(?:\*\*)?(?:(?:Next|Finally|Likewise|Afterwards|Further|Luckily|Fortunately|Unfortunately|Thankfully|After (?:that|this)|Second|Third|Lastly),? |Here,? (?:we|you|our)\b|As (?:you|we) (?:may|might|could|will) (?:see|notice)\b|The (?:second|third|fourth|last|other) \w{1,30} (?:is|are|was|were|has|have)\b|Now (?:that|let|we|you)\b|(?:You|We) (?:can )?(?:then|also|now)\b|Where(?:[:;]?\n|:? [`<])|As with (?:our|the (?:previous|first|last)|this|that)\b|\w{2,20}, though\b|You \w+ (?:this|these|that)\b|If (?:this|that|these)\b|If you \w+ (?:this|these|that)\b|Because (?:this|these|that)\b|(?:All|Both|Each|Some|None|Most) (?:of )?(?:these|those|them)\b|(?:\*\*)?Note:?(?:\*\*)?:? (?:This|These|That)\b|To (?:\w+ ){1,4}(?:this|these|those)\b|To \w+ (?:it|them)\b(?! (?:easier|simpler|possible|clear))|(?:Produces|Prints|Outputs|Yields|Returns)(?: the)?(?: following)?(?: output| result)?:(?=\n|$)|(?:In|For) \W{0,2}(?:every|all|most|\bany) other (?:cases?|situations?)\b|[^.!?\n]{1,160}\b(?:exactly|just|precisely) (?:this|that)\b|(?:You|We)(?:['’]ve| have) (?:just |now |already )?\w{2,20}(?:ed|en|wn|ilt|ade)\b|For a more |See [^\n]{1,120} for (?:more )?(?:details|information|examples)\b|[^.!?\n]{0,120} above\b)/
/** Near the start of a text, words about a listing or a result that the text before it shows. */
const POINTS_AT_SHOWN = /\b(?:[oO]n lines? \d|as (?:the (?:result|output|example)s? shows?|you can see|we saw)\b)/
const START_CHARACTERS = 160

/** Words of a sentence that describes a case. */
const CASE = /\b(?:suppose|imagine|assum(?:e|ing)|consider|given|let['’]s say|if you|when you)\b/i

/** A first sentence that points to something before it. */
const POINTER = /^(?:[^\s.:;!?]{1,40}[ \n]){0,8}(?:this|these|those|such|above|previous|preceding|former|latter)\b/i
/** The first word of a text that is a further step, remark or example. */
const FURTHER =
  /^(?:\(|(?:\S{1,30} ){1,4}also\b|(?:You (?:should|will)|You['’]ll) (?:now )?see\b|The (?:(?:script|program|command|invocation|output|result|response|snippet)s?|returned|resulting|generated) |The (?:option|message|query|error|warning|code|example|test)s? (?:is|are|was|were|has|have|does|will|can|may|must|should|works?|shows?|says?|suggests?|returns?|takes?|uses?|creates?|contains?)\b|The (?:\S{1,30} ){0,2}(?:output|result)s? (?:is|are|was|were|shows?)\b|The (?:\w{1,30} ){1,3}here (?:is|are)\b|The (?:more|less) \w{1,30} (?:option|way|approach|alternative|solution|case|variant)\b|The (?:advantage|drawback|downside|difference|reason)s? (?:is|are|here)\b|[^.!?\n]{1,80} (?:is|are|will be) then\b|Of course\b|(?:\*\*)?Let['’]s (?:summari[sz]e|break (?:it|this|that) down)\b|(?:Now|Still|Afterward|Additionally|In addition|Furthermore|Moreover|Besides|Notice|Note|Having|Another|Once|Just|Only|Both|Neither|Like|Unlike)\b)/
/** Like `POINTER`, but only near the start of the text, and not if it refers to the page itself. */
const NEAR_POINTER =
  /^(?:[^\s.:;!?]{1,40}[ \n]){0,4}(?:(?:this|these|those|such)\b(?![ \n]example\b)|(?:above|previous|preceding|former|latter)\b)(?![ \n](?:guide|tutorial|page|section|chapter|document|article)\b)/i
/** An example, a note or a default value, which belongs to the preceding text. */
const NOTE =
  /^Here\b|^(?:> )?(?:\*\*(?:Note|Notes|Warning|Tip|Caution|Important|Attention|Danger|Info|Hint|Details|See also|Default)\b|Defaults?:|Default value)/i

/** A first sentence about something that the text before shows: `If it inspects a path, this algorithm stops`. */
const LATER_POINTER =
  /^[^.!?\n]{1,300}, (?:this (?!example|guide|tutorial|page|section|chapter|document|article|package|library|version)|these |those |such (?!as\b))[a-z]/

/** Returns true when text may depend on the text before it. It finds more than `refersBack`, and is wrong more often. */
export function mayReferBack(text: string): boolean {
  return pointsBack(text) || POINTER.test(text) || NOTE.test(text)
}

/** Like `mayReferBack`, except for text that usually makes sense alone, such as notes and examples. */
export function pointsBack(text: string): boolean {
  if (refersBack(text) || NEAR_POINTER.test(text) || FURTHER.test(text)) return true
  return LATER_POINTER.test(text) || beginsWithResult(text)
}

/** Returns true when text begins with words that refer to the text before it, with the rest of a sentence, or with a footnote to it. */
export function refersBack(text: string): boolean {
  if (REFERENCE.test(text) || FURTHER_REFERENCE.test(text) || REST_OF_SENTENCE.test(text) || isFootnote(text))
    return true
  return POINTS_AT_SHOWN.test(text.slice(0, START_CHARACTERS))
}

/** Returns true when text begins with a footnote, which the parser puts below the text that refers to it. */
export function isFootnote(text: string): boolean {
  return FOOTNOTE.test(text)
}

/** Returns true when text ends with a sentence that introduces what follows: a list, a table or code. */
export function introduces(text: string): boolean {
  return INTRODUCTION.test(withoutCuts(text).trimEnd().slice(-20))
}

/** Returns true when the last sentence of a text says that something follows: `Below are the settings of all three ponds.` */
export function announces(text: string): boolean {
  const end = withoutCuts(text).trimEnd().slice(-MAX_ANNOUNCEMENT_CHARACTERS)
  return end.endsWith(".") && ANNOUNCEMENT.test(end.split(SENTENCE_END).at(-1) ?? "")
}

/** Returns how many items a numbered list has, as its introduction says: `There are two ways:`. Only numbers up to five are read. */
export function countOfItems(text: string): number | undefined {
  const [, word = ""] = COUNTED_LIST.exec(text) ?? []
  return COUNTS.get(word.toLowerCase())
}

/** Returns the number of the item that a text begins with. */
export function numberOfFirstItem(text: string): number | undefined {
  const [, number] = /^(\d{1,3})[.)] /.exec(withoutCuts(text)) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Returns true when text begins with the rest of a sentence that code interrupts: `… into this value:`. */
export function isRestOfSentence(text: string): boolean {
  return REST_OF_SENTENCE.test(text) || /^(?:\.{3}|…)\s?\p{Ll}/u.test(text)
}

/** Returns true when text ends with a block of code. */
export function endsWithCode(text: string): boolean {
  return withoutCuts(text).trimEnd().endsWith(CODE_END)
}

/** Returns true when text ends with the code of a case that someone is asked to imagine, so that its conclusion follows. */
export function endsWithCase(text: string): boolean {
  const [introduction, code, after] = splitAtFences(withoutCuts(text).trimEnd()).slice(-3)
  if (introduction?.isCode !== false || code === undefined || after?.text !== "") return false
  return CASE.test(introduction.text.slice(introduction.text.trimEnd().lastIndexOf("\n") + 1))
}

/** Returns true when text ends with a list item that only has a label; its description follows. */
export function endsWithLabel(text: string): boolean {
  const end = withoutCuts(text).trimEnd()
  return LABEL_ITEM.test(end.slice(end.lastIndexOf("\n") + 1))
}

/**
 * Returns true when text ends with a paragraph in bold that names what follows, or with the label of an example (`✅ DO`). Version notes in
 * bold are not counted, because they often have no text of their own.
 */
export function endsWithTitle(text: string): boolean {
  const end = text.trimEnd()
  return LABEL_PARAGRAPH.test(end) || isExampleLabel(end.slice(end.lastIndexOf("\n\n") + 1).trimStart())
}

/** Returns true when code has a mark that refers to the first of the numbered notes below it. */
export function marksNotes(code: string): boolean {
  return NOTE_MARK.test(code)
}

/** Returns true when text begins with the first item of a numbered list. */
export function beginsWithFirstItem(text: string): boolean {
  return FIRST_ITEM.test(text)
}

/** Returns true when text begins with code, without a sentence that says what it is. */
export function beginsWithCode(text: string): boolean {
  return startsCode(withoutCuts(text))
}

function startsCode(text: string): boolean {
  const start = text.slice(0, MAX_CODE_START_CHARACTERS)
  return start.includes(CODE_END) && CODE.test(start)
}

/** Returns true when text contains code that continues the code before it, such as the rest of a call that a page explains in parts. */
export function continuesCode(text: string): boolean {
  return REST_OF_CODE.test(withoutCuts(text))
}

/** Returns true when text begins with a box that names further reading about the text before it. */
export function beginsWithSeeAlso(text: string): boolean {
  return SEE_ALSO.test(text)
}

/** Returns true when text contains a box that warns of something. */
export function hasWarning(text: string): boolean {
  return WARNING.test(text)
}

/** Returns true when text begins with a sentence that restricts the code before it, or says what that code needs. */
export function beginsWithCaveat(text: string): boolean {
  return CAVEAT.test(text)
}

/** Returns true when text begins with a remark in parentheses about what precedes it. */
export function beginsWithRemark(text: string): boolean {
  return /^\([A-Z]/.test(text)
}

/** Returns true when text begins with the other side of what the text before it shows. */
export function beginsWithContrast(text: string): boolean {
  return CONTRAST.test(text)
}

/** Returns true when text begins with a table. If a table is cut, each part repeats its header. */
export function beginsWithTable(text: string): boolean {
  return withoutCuts(text).startsWith("|")
}

/** Returns true when text consists of blocks of code, without a sentence. */
export function isOnlyCode(text: string): boolean {
  return splitAtFences(withoutCuts(text)).every((part) => part.isCode || part.text.trim() === "")
}

/** Returns true when text begins inside a quote that was cut. */
export function isRestOfQuote(text: string): boolean {
  return beginsWithCut(text) && withoutCuts(text).startsWith(">")
}

/** Returns true when text begins inside a list item. */
export function continuesItem(text: string): boolean {
  return REST_OF_ITEM.test(withoutCuts(text))
}

/** Returns true when the beginning of a snippet may continue another one. Few do, so only these need the previous text. */
export function mayContinue(snippet: string): boolean {
  const text = withoutCuts(snippet)
  return REST_OF_ITEM.test(text) || ITEM.test(text) || startsCode(text) || REST_OF_SENTENCE.test(text)
}

/**
 * Returns true when readers need the previous snippet of the section to understand a snippet: it is the rest of a list, code that follows
 * code without a sentence of its own, notes to markers in code, or something that a sentence at the end of the previous snippet introduces.
 *
 * @param snippet must satisfy `mayContinue`.
 */
export function continues(before: string, snippet: string): boolean {
  const previous = withoutCuts(before)
  const text = withoutCuts(snippet)
  if (introduces(previous) || REST_OF_ITEM.test(text)) return true
  if (startsCode(text) || REST_OF_SENTENCE.test(text)) return previous.trimEnd().endsWith(CODE_END)
  if (FIRST_ITEM.test(text)) return previous.trimEnd().endsWith(CODE_END) && NOTE_MARK.test(previous)
  // Code between two items may belong to the first one, although it is not indented.
  return ITEM.test(lastParagraphOf(previous)) || ITEM.test(lastParagraphOf(withoutLastCode(previous)))
}

function lastParagraphOf(text: string): string {
  const end = text.trimEnd()
  return end.slice(end.lastIndexOf("\n\n") + 1).replace(/^\n/, "")
}
