import { getNodePath, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Diagnostic } from '../findings/diagnostic.ts'
import { locate, positionAt, type Source } from '../findings/source.ts'

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
  InvalidCommentToken: 'JSON 不可有註解；說明請寫在 notes',
  UnexpectedEndOfComment: 'JSON 不可有註解；說明請寫在 notes',
  UnexpectedEndOfString: '文字缺少結尾的雙引號',
  InvalidUnicode: '\\u 跳脫字元錯誤',
  InvalidEscapeCharacter: '跳脫字元錯誤',
  InvalidCharacter: '文字中有不合法的控制字元',
}

/** What is left of bytes that are no UTF-8, and the empty half of each Latin letter in UTF-16. Nobody writes either into a document. */
const unreadable = /[\ufffd\0]/

/** A key in a text that is JSON: a string before a colon. */
const writtenKey = /"(?:[^"\\]|\\.)*"(\s*:)?/g

interface SyntaxTree {
  /** Undefined when there is no value in the text. */
  readonly root: Node | undefined
  readonly errors: readonly ParseError[]
}

/** The tree is many times as large as the text, and needed only for what is no plain JSON. */
export function syntaxTree(text: string): SyntaxTree {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  return { root, errors }
}

/**
 * The value of a text that is strict JSON, has each key once and none of the forbidden ones, found without a syntax tree. Undefined for any
 * other text, of which {@link checkSyntax} tells what is wrong.
 */
export function plainValue(text: string): unknown {
  if (unreadable.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const written = [...text.matchAll(writtenKey)].filter(([, colon]) => colon !== undefined).length
    // Of a repeated key the parser keeps one, so fewer are left than were written.
    return countKeys(value) === written ? value : undefined
  } catch {
    return undefined
  }
}

/** Not a number as soon as one of the keys is forbidden. */
function countKeys(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + countKeys(part), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, part]) => (forbiddenKeys.includes(key) ? Number.NaN : sum + 1 + countKeys(part)), 0)
}

/** Checks strict JSON: no comments, no trailing commas, no duplicate keys, no forbidden keys. Only the first syntax error is reported. */
export function checkSyntax(source: Source): readonly Diagnostic[] {
  const lost = source.text.search(unreadable)
  if (lost >= 0) return [syntaxAt(source, lost, encodingText)]
  const { root, errors } = syntaxTree(source.text)
  const [first] = errors
  if (first !== undefined || root === undefined) return [syntaxDiagnostic(source, first)]
  return keyDiagnostics(root, source)
}

function syntaxDiagnostic(source: Source, error: ParseError | undefined): Diagnostic {
  const isEmpty = source.text.trim() === ''
  const at = isEmpty ? 0 : (error?.offset ?? 0)
  const text = error === undefined ? '不是正確的 JSON' : (texts[printParseErrorCode(error.error)] ?? '不是正確的 JSON')
  return syntaxAt(source, at, `JSON 語法錯誤：${isEmpty ? emptyText : (habitText(source.text, at) ?? text)}`)
}

function syntaxAt({ path, text }: Source, offset: number, message: string): Diagnostic {
  return { file: path, ...positionAt(text, offset), pointer: '', severity: 'error', code: 'syntax', message }
}

const encodingText = '這個字讀不出來，檔案不是以 UTF-8 存的（可能是 Big5 或 UTF-16）；請在編輯器選擇以 UTF-8 編碼存檔'
const emptyText = '檔案是空的；複製一份現有的文件來改，或以 npm run schemas -- new 產生，不要時請刪除檔案'

/** Characters of a Chinese input method, and the one that belongs there. */
const fullWidth: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '「': '"',
  '」': '"',
  '＂': '"',
  '‘': '"',
  '’': '"',
  '：': ':',
  '，': ',',
  '、': ',',
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
  '\u3000': ' ',
  '\u00a0': ' ',
}

/** Values of other languages for those of JSON. */
const otherWords: Readonly<Record<string, string>> = {
  True: 'true',
  TRUE: 'true',
  False: 'false',
  FALSE: 'false',
  None: 'null',
  NULL: 'null',
}

/** What people most often wrote at the place of an error: full-width characters, other quotes, words of other languages, a merge. */
function habitText(text: string, offset: number): string | null {
  const character = text.charAt(offset)
  if (character === '') return null
  const half = Object.hasOwn(fullWidth, character) ? fullWidth[character] : undefined
  if (half === ' ') return '此處是全形（或不換行）的空白，請改成半形空白'
  const narrow = half ?? narrowOf(character)
  if (narrow !== undefined) return `此處的「${character}」是全形字，請改成半形的 ${narrow}`
  if ('}]'.includes(character) && /,\s*$/.test(text.slice(0, offset))) return '最後一項之後不可有逗號，請刪除前面的逗號'
  if (character === "'") return '文字與鍵須用雙引號 "，不可用單引號 \''
  if (/^(<{7}|={7}|>{7})/.test(text.slice(offset))) return '這裡還留著合併衝突的記號，請選定其中一份內容並刪除記號'
  const number = numberText(text.slice(0, offset), text.slice(offset))
  if (number !== null) return number
  const [word = ''] = /^[A-Za-z_][A-Za-z0-9_]*/.exec(text.slice(offset)) ?? []
  if (Object.hasOwn(otherWords, word)) return `請改成小寫的 ${otherWords[word]}`
  if (['undefined', 'NaN', 'Infinity'].includes(word)) return `JSON 沒有 ${word}；沒有值時請刪除這個鍵`
  return word === '' || ['true', 'false', 'null'].includes(word) ? null : `「${word}」須加雙引號，寫成 "${word}"`
}

/** The half-width form of a full-width letter, digit or sign. */
function narrowOf(character: string): string | undefined {
  return /[\uff01-\uff5e]/.test(character) ? character.normalize('NFKC') : undefined
}

/** Numbers as people write them elsewhere: `1,000`, `+5`, `007`. */
function numberText(before: string, after: string): string | null {
  const [, digits = ''] = /(\d{1,3}),$/.exec(before) ?? []
  const [group = ''] = /^\d{3}(?!\d)/.exec(after) ?? []
  if (digits !== '' && group !== '') return `數字不可有千分位的逗號，${digits},${group} 請寫成 ${digits}${group}`
  if (/^\+\d/.test(after)) return '數字前面不可有 +，請刪除'
  return /(^|[^\d.])-?0$/.test(before) && /^\d/.test(after) ? '數字不可以 0 開頭；代碼、電話一類的文字請加雙引號' : null
}

function keyDiagnostics(node: Node, source: Source): readonly Diagnostic[] {
  const children = node.children ?? []
  const below = children.flatMap((child) => keyDiagnostics(child, source))
  if (node.type !== 'object') return below
  const seen = new Map<string, Node>()
  const own = children.flatMap((property): readonly Diagnostic[] => {
    const key = String(property.children?.[0]?.value)
    const first = seen.get(key)
    seen.set(key, first ?? property)
    const finding = forbiddenKeys.includes(key)
      ? { code: 'forbidden-key', message: `不可使用「${key}」作為鍵` }
      : first && { code: 'duplicate-key', message: repeatedText(key, positionAt(source.text, first.offset)) }
    if (finding === undefined) return []
    // Of a repeated key the place alone would find the first.
    return [{ ...locate(source, { ...finding, place: [...getNodePath(node), key] }), ...positionAt(source.text, property.offset) }]
  })
  return [...own, ...below]
}

function repeatedText(key: string, { line, column }: ReturnType<typeof positionAt>): string {
  return `鍵「${key}」重複：第 ${line} 行第 ${column} 字已經有，請刪除其中一個`
}
