import type { ErrorObject } from 'ajv'
import { catalogueFrom } from '../documents/vocabulary.ts'
import type { Finding, Place } from '../findings/source.ts'
import { unknownName, withWordSuggestion } from '../findings/suggest.ts'
import { patternText } from './patternTexts.ts'

/** Of the name of a field. */
const fieldPattern = '^[a-z][A-Za-z0-9]*$'

/** Of a field by which lists are sorted. */
const sortPattern = '^-?[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)?$'

/** JSON Schema keywords that people try, but that the validator compiler or the language does not support. */
const unsupportedKeywords = [
  '$ref',
  '$defs',
  'definitions',
  'patternProperties',
  'pattern',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependencies',
  'additionalProperties',
  'multipleOf',
  '$id',
  '$data',
]

const typeTexts: Readonly<Record<string, string>> = {
  string: '文字',
  number: '數字',
  integer: '整數',
  boolean: ' true 或 false',
  array: '清單 [ ]',
  object: '物件 { }',
  null: 'null',
}

/** Explains an error of the language's schema to the analyst. */
export function toFinding(error: ErrorObject, document: unknown): Finding {
  const place = toPlace(error.instancePath, document)
  const value = describeValue(error.data)
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(error, place)
    case 'required':
      return { place, code: 'missing-key', message: missingKey(error) }
    case 'type':
      return {
        place,
        code: 'wrong-type',
        message:
          `應為${typeTexts[String(error.params.type)] ?? error.params.type}，實際是${value}${quoteHint(error)}${requiredHint(error, place)}${wrapHint(error, place)}`.trim(),
      }
    case 'enum':
      return wrongWord(error, place)
    case 'const':
      return { place, code: 'wrong-value', message: constText(error.params.allowedValue, value) }
    case 'pattern':
      if (isBorrowed(error)) {
        const own = String(error.data).split('.')[0]
        return { place, code: 'wrong-form', message: `${value}是參照所指的欄位，此處只能寫這個實體自己的欄位，例如「${own}」` }
      }
      return {
        place,
        code: 'wrong-form',
        message: `${value}的寫法不符；${patternText(String(error.params.pattern))}`,
        ...inWantedForm(String(error.data), String(error.params.pattern)),
      }
    case 'anyOf':
      return wrongKind(error, place) ?? { place, code: 'wrong-type', message: `${value}不是此處可用的寫法${branchTypes(error)}`.trim() }
    default:
      return { place, code: 'wrong-size', message: sizeText(error) }
  }
}

/** A switch is left out where it is not wanted. */
function constText(allowed: unknown, value: string): string {
  return allowed === true ? `只能寫 true，實際是${value}；不要時請刪除這個鍵`.trim() : `應為「${allowed}」，實際是${value}`.trim()
}

/** `lotNo.lotName` where only a name without a dot can stand. */
function isBorrowed({ data, params }: ErrorObject): boolean {
  return params.pattern === fieldPattern && typeof data === 'string' && /^[a-z][A-Za-z0-9]*\.[a-z][A-Za-z0-9]*$/.test(data)
}

/** The written name in the case that the place asks for, when that is all that is wrong: `card_no` and `CardNo` for `cardNo`. */
function inWantedForm(written: string, pattern: string): { readonly suggestion?: string } {
  if (pattern === sortPattern) return inSortForm(written)
  // Words with dots between them are a way to other records: one word of them all names no field.
  if (written.includes('.') && pattern.includes('\\.')) return {}
  const words = written.split(/[\s_.-]+|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => word !== '')
  const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
  const camel = words.map((word, index) => (index === 0 ? `${word.slice(0, 1).toLowerCase()}${word.slice(1)}` : capital(word))).join('')
  const snake = words.join('_').toLowerCase()
  const forms = [camel, snake, words.map(capital).join(''), `/${written}`]
  const form = forms.find((one) => one !== written && new RegExp(pattern, 'u').test(one))
  return form === undefined ? {} : { suggestion: form }
}

/** An order as databases write it: `createdAt desc` for `-createdAt`. */
function inSortForm(written: string): { readonly suggestion?: string } {
  const [, field, order = ''] = /^([a-z][A-Za-z0-9]*)\s+(asc|desc)(?:ending)?$/i.exec(written) ?? []
  return field === undefined ? {} : { suggestion: `${order.toLowerCase() === 'desc' ? '-' : ''}${field}` }
}

/** Hint for the usual mistake: a number or boolean in quotation marks. */
function quoteHint(error: ErrorObject): string {
  if (typeof error.data !== 'string') return ''
  const isNumber =
    ['number', 'integer'].includes(String(error.params.type)) && error.data.trim() !== '' && !Number.isNaN(Number(error.data))
  const isBoolean = error.params.type === 'boolean' && ['true', 'false'].includes(error.data)
  return isNumber || isBoolean ? `，請去掉引號寫成 ${error.data}` : ''
}

/** Hint for `"required": true` at a field, as other form builders write it. */
function requiredHint(error: ErrorObject, place: Place): string {
  return place.at(-1) === 'required' && typeof error.data === 'boolean' ? '；必填的欄位，請把名稱寫進實體最外層的 "required" 清單' : ''
}

/** Hint for a value that stands alone: of a condition without its comparison, or of a list with one member. */
function wrapHint({ params, data }: ErrorObject, place: Place): string {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof data)
  const written = isPlain || Array.isArray(data) ? JSON.stringify(data) : ''
  if (written === '' || written.length > 80) return ''
  if (params.type === 'object' && /^(row|form|user|now)\./.test(String(place.at(-1))))
    return `，請寫成 { "${isPlain ? 'eq' : 'in'}": ${written} }`
  return params.type === 'array' && typeof data === 'string' ? `，請寫成 [${written}]` : ''
}

/** The finding about the `kind` of an object that is none of the kinds possible here; null where objects have no kinds. */
function wrongKind({ schema, data }: ErrorObject, place: Place): Finding | null {
  const kinds = (schema as readonly { readonly properties?: { readonly kind?: { readonly const?: unknown } } }[]).flatMap(
    (branch) => branch.properties?.kind?.const ?? [],
  )
  if (kinds.length === 0 || typeof data !== 'object' || data === null || Array.isArray(data)) return null
  const words = kinds.map(String)
  if (!Object.hasOwn(data, 'kind')) return { place, code: 'missing-key', message: `缺少必要的鍵「kind」；可用：${words.join('、')}` }
  // Objects of a document have no prototype, so String() would throw on them.
  const given = (data as { readonly kind: unknown }).kind
  const written = typeof given === 'string' ? given : ''
  return { place: [...place, 'kind'], code: 'unknown-word', ...unknownName(`沒有「${written}」這種種類`, written, words) }
}

function unknownKey(error: ErrorObject, parent: Place): Finding {
  const key = String(error.params.additionalProperty)
  const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {})
  const patterns = Object.keys((error.parentSchema as { patternProperties?: object } | undefined)?.patternProperties ?? {})
  const place = [...parent, key]
  if (patterns.some((pattern) => pattern.includes('row|form'))) {
    const message = `不認識的條件「${key}」；應為 row.、form.、user.、now. 開頭的路徑，或 $any、$all、$not`
    return { place, at: 'key', code: 'unknown-key', message, ...withWordSuggestion(key, known) }
  }
  if (patterns.length > 0) {
    return { place, at: 'key', code: 'wrong-form', message: `名稱「${key}」的寫法不符；${patterns.map(patternText).join('，或')}` }
  }
  if (known.includes('x-dictionary') && unsupportedKeywords.includes(key)) {
    return { place, at: 'key', code: 'unsupported-keyword', message: `不支援「${key}」：欄位規則只用語言列出的關鍵字與具名格式` }
  }
  const near = withWordSuggestion(key, known)
  const message = near.suggestion === undefined ? `不認識的鍵「${key}」；此處可用：${known.join('、')}` : `不認識的鍵「${key}」`
  return { place, at: 'key', code: 'unknown-key', message, ...near }
}

/** Names the missing key, and its purpose if the language describes it. */
function missingKey(error: ErrorObject): string {
  const key = String(error.params.missingProperty)
  const members = (error.parentSchema as { properties?: Record<string, { description?: string }> } | undefined)?.properties ?? {}
  const purpose = Object.hasOwn(members, key) ? members[key]?.description : undefined
  return `缺少必要的鍵「${key}」${purpose === undefined ? '' : `（${purpose}）`}`
}

function wrongWord(error: ErrorObject, place: Place): Finding {
  const allowed = (error.params.allowedValues as readonly unknown[]).map(String)
  // Objects of a document have no prototype, so String() would throw on them.
  const written = typeof error.data === 'string' ? error.data : ''
  return {
    place,
    code: 'unknown-value',
    message: `${describeValue(error.data)}不是可用的值；可用：${wordList(allowed)}${typeHint(place, written)}`.trim(),
    ...withWordSuggestion(written, allowed),
  }
}

/** Types of other tools that are a type with a further key here. */
const typeHints: ReadonlyMap<string, string> = new Map([
  ['date', '日期寫成 "type": "string", "format": "date"'],
  ['datetime', '時間寫成 "type": "string", "format": "date-time"'],
  ['timestamp', '時間寫成 "type": "string", "format": "date-time"'],
  ['enum', '固定選項寫成 "type": "string" 加上 "x-dictionary"'],
  ['decimal', '小數寫成 "type": "number" 加上 "x-decimals"'],
  ['money', '金額寫成 "type": "number" 加上 "x-format": "money"'],
  ['image', '圖片寫成 "type": "string", "format": "imageDataUrl"'],
  ['file', '附件寫成 "type": "string", "format": "fileDataUrl"'],
])

function typeHint(place: Place, written: string): string {
  const hint = place.at(-1) === 'type' ? typeHints.get(written.toLowerCase()) : undefined
  return hint === undefined ? '' : `；${hint}`
}

function wordList(words: readonly string[]): string {
  return words.length > catalogueFrom ? `共 ${words.length} 種，列於 language/reference.md 的「圖示」` : words.join('、')
}

function branchTypes(error: ErrorObject): string {
  const branches = (error.schema as readonly { type?: string }[]).map((branch) => typeTexts[branch.type ?? '']).filter(Boolean)
  return branches.length === 0 ? '' : `，應為${branches.join('或')}`
}

function sizeText(error: ErrorObject): string {
  const limit = String((error.params as { limit?: unknown }).limit ?? '')
  const texts: Readonly<Record<string, string>> = {
    minLength: `至少 ${limit} 個字`,
    maxLength: `最多 ${limit} 個字`,
    minItems: `至少 ${limit} 項`,
    maxItems: `最多 ${limit} 項`,
    minProperties: `至少要有 ${limit} 個鍵`,
    maxProperties: `最多 ${limit} 個鍵`,
    minimum: `不可小於 ${limit}`,
    maximum: `不可大於 ${limit}`,
    uniqueItems: '清單中有重複的值',
    propertyNames: '鍵的寫法不符；應以小寫英文開頭，只含英文與數字',
  }
  return texts[error.keyword] ?? `不符合規則 ${error.keyword}`
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return '清單'
  if (typeof value === 'object' && value !== null) return '物件'
  return typeof value === 'string' ? `「${value.slice(0, 80)}」` : ` ${String(value)} `
}

/** Converts a JSON pointer to a place. A part becomes a number only where the document has a list, because a key may look like a number. */
function toPlace(pointer: string, document: unknown): Place {
  let value: unknown = document
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => {
      const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
      const key = Array.isArray(value) ? Number(name) : name
      value = typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined
      return key
    })
}
