import { getNodePath, type Node, type ParseError, printParseErrorCode } from 'jsonc-parser'
import type { Diagnostic } from '../diagnostic.ts'
import { type Finding, locate, positionAt, type Source } from './source.ts'

/** Names that JavaScript treats specially. */
const forbiddenKeys = ['__proto__', 'constructor', 'prototype']

const texts: Readonly<Record<string, string>> = {
  InvalidSymbol: '不認識的字',
  InvalidNumberFormat: '數字寫法錯誤',
  PropertyNameExpected: '此處應為加雙引號的鍵',
  ValueExpected: '此處應有值',
  ColonExpected: '鍵之後應有冒號',
  CommaExpected: '此處缺少逗號',
  CloseBraceExpected: '缺少右大括號 }',
  CloseBracketExpected: '缺少右中括號 ]',
  EndOfFileExpected: '文件結束後不應有其他內容',
  InvalidCommentToken: 'JSON 不可有註解',
  UnexpectedEndOfComment: 'JSON 不可有註解',
  UnexpectedEndOfString: '文字缺少結尾的雙引號',
  InvalidUnicode: '\\u 跳脫字元錯誤',
  InvalidEscapeCharacter: '跳脫字元錯誤',
  InvalidCharacter: '文字中有不合法的控制字元',
}

/** Checks strict JSON: no comments, no trailing commas, no duplicate keys, no forbidden keys. Only the first syntax error is reported. */
export function checkSyntax(source: Source): readonly Diagnostic[] {
  const [first] = source.errors
  if (first !== undefined || source.tree === undefined) return [syntaxDiagnostic(source, first)]
  return keyFindings(source.tree).map((finding) => locate(source, finding))
}

function syntaxDiagnostic(source: Source, error: ParseError | undefined): Diagnostic {
  const text = error === undefined ? '文件是空的' : (texts[printParseErrorCode(error.error)] ?? '不是正確的 JSON')
  const message = `JSON 語法錯誤：${text}`
  return { file: source.path, ...positionAt(source.text, error?.offset ?? 0), pointer: '', severity: 'error', code: 'syntax', message }
}

function keyFindings(node: Node): readonly Finding[] {
  const children = node.children ?? []
  const below = children.flatMap(keyFindings)
  if (node.type !== 'object') return below
  const seen = new Set<string>()
  const own = children.flatMap((property): readonly Finding[] => {
    const key = String(property.children?.[0]?.value)
    const place = [...getNodePath(node), key]
    if (forbiddenKeys.includes(key)) return [{ place, at: 'key', code: 'forbidden-key', message: `不可使用「${key}」作為鍵` }]
    if (seen.has(key)) return [{ place, at: 'key', code: 'duplicate-key', message: `鍵「${key}」重複` }]
    seen.add(key)
    return []
  })
  return [...own, ...below]
}
