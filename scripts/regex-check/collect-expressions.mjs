import { readFileSync } from "node:fs"
import ts from "typescript"

/** Placeholder for a part of a constructed expression that is known only at run time, such as a name or a marker. */
const UNKNOWN_PART = "name"
/** Matches a comment beside an expression that states the maximum length of its input. */
const BOUND = /\bat most ([\d,]+) characters\b/

/**
 * Finds the regular expressions of a TypeScript or JavaScript file: literals, and arguments of `RegExp`.
 *
 * @returns for each expression its source, flags and line, and the longest input that a comment beside it states.
 */
export function collectExpressions(path) {
  const text = readFileSync(path, "utf8")
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const constants = new Map()
  const found = []
  const add = (node, expressions) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const bound = boundBeside(text, file, node)
    for (const expression of expressions) found.push({ ...expression, path, line, bound })
  }
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      constants.set(node.name.text, node.initializer)
    }
    if (ts.isRegularExpressionLiteral(node)) add(node, [splitLiteral(node.text)])
    else if (isConstruction(node)) {
      const [pattern, flags] = node.arguments
      const flagText = flags && ts.isStringLiteralLike(flags) ? flags.text : ""
      add(
        node,
        evaluate(pattern, constants).map((source) => ({ source, flags: flagText })),
      )
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isConstruction(node) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  return ts.isIdentifier(node.expression) && node.expression.text === "RegExp" && (node.arguments?.length ?? 0) > 0
}

function splitLiteral(literal) {
  const end = literal.lastIndexOf("/")
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}

/**
 * Returns all values that a string expression can have, with a placeholder for parts that are known only at run time.
 */
function evaluate(node, constants) {
  if (ts.isParenthesizedExpression(node)) return evaluate(node.expression, constants)
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isRegularExpressionLiteral(node)) return [splitLiteral(node.text).source]
  if (ts.isConditionalExpression(node)) {
    return [...evaluate(node.whenTrue, constants), ...evaluate(node.whenFalse, constants)]
  }
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (values, span) =>
        values.flatMap((value) => evaluate(span.expression, constants).map((part) => value + part + span.literal.text)),
      [node.head.text],
    )
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const right = evaluate(node.right, constants)
    return evaluate(node.left, constants).flatMap((start) => right.map((end) => start + end))
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === "source") return evaluate(node.expression, constants)
  const value = ts.isIdentifier(node) ? constants.get(node.text) : undefined
  return value === undefined || value === node ? [UNKNOWN_PART] : evaluate(value, constants)
}

/** Reads the bound from comments on the line of the expression and directly above its statement. */
function boundBeside(text, file, node) {
  const starts = file.getLineStarts()
  let line = file.getLineAndCharacterOfPosition(node.getStart()).line
  const lineText = (index) => text.slice(starts[index], starts[index + 1] ?? text.length)
  const sameLine = BOUND.exec(/\/\/.*$|\/\*.*\*\//.exec(lineText(line).trimEnd())?.[0] ?? "")
  if (sameLine) return toNumber(sameLine)
  while (line > 0 && /^\s*(?:\/\/|\/?\*)/.test(lineText(line - 1))) {
    line -= 1
    const bound = BOUND.exec(lineText(line))
    if (bound) return toNumber(bound)
  }
  return undefined
}

function toNumber([, digits]) {
  return Number(digits.replaceAll(",", ""))
}
