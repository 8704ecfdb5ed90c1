import type { Preset } from '../documents/preset.ts'
import type { Finding, Place } from '../findings/source.ts'
import { unknownName } from '../findings/suggest.ts'
import { isMap, type Node, removed, toInsertedNode, toValue } from './node.ts'

const placeholder = /\$([a-z][A-Za-z0-9]*)/g

/** Words of the language that begin with the same sign as parameters. */
const ownWords: readonly string[] = ['any', 'all', 'not', 'schema']

/**
 * The content of a preset with its parameters filled in. A text that is only a parameter (`"$from"`) is replaced by the given value of any
 * type, and a member whose parameter has no value is left out. Inside a longer text or a key, the value must be a text or a number.
 *
 * @param given values of the parameters, if `use` has some
 * @param place where the document names the preset
 */
export function fillPreset(
  preset: Preset,
  given: ReadonlyMap<string, Node>,
  place: Place,
): { readonly node: Node; readonly findings: readonly Finding[] } {
  const parameters = preset.parameters ?? {}
  const names = Object.keys(parameters)
  const unknown = [...given].flatMap(([name, node]): Finding[] =>
    names.includes(name)
      ? []
      : [
          {
            place: node.place,
            at: 'key',
            code: 'unknown-parameter',
            ...unknownName(`預設「${preset.name}」沒有參數「${name}」`, name, names),
          },
        ],
  )
  const missing = names.filter((name) => !given.has(name) && !Object.hasOwn(parameters[name] ?? {}, 'default'))
  const lacking = missing.map((name): Finding => {
    const message = `預設「${preset.name}」需要參數「${name}」（${parameters[name]?.title ?? ''}），請寫在 with`
    return { place, code: 'missing-parameter', message }
  })
  const values = new Map(names.map((name) => [name, given.get(name) ?? defaultOf(preset, name, place)]))
  return {
    node: fill(toInsertedNode(preset.content, place, { name: preset.name, place: ['content'] }), values),
    findings: [...unknown, ...lacking],
  }
}

function defaultOf({ name, parameters }: Preset, parameter: string, place: Place): Node {
  return toInsertedNode(parameters?.[parameter]?.default ?? null, place, { name, place: ['parameters', parameter, 'default'] })
}

function fill(node: Node, values: ReadonlyMap<string, Node>): Node {
  const { content } = node
  if (typeof content === 'string') return fillText(node, content, values)
  if (Array.isArray(content)) return { ...node, content: content.map((part) => fill(part as Node, values)) }
  if (!isMap(content)) return node
  const members = [...content].map(([key, part]) => [insertValues(key, values), fill(part, values)] as const)
  return { ...node, content: new Map(members.filter(([, part]) => part.content !== removed)) }
}

function fillText(node: Node, text: string, values: ReadonlyMap<string, Node>): Node {
  const whole = /^\$([a-z][A-Za-z0-9]*)$/.exec(text)?.[1]
  const value = whole === undefined ? undefined : values.get(whole)
  if (value !== undefined) return value.content === null ? { ...value, content: removed } : value
  return { ...node, content: insertValues(text, values) }
}

function insertValues(text: string, values: ReadonlyMap<string, Node>): string {
  return text.replace(placeholder, (whole, name: string) => {
    const value = values.get(name)
    return value === undefined ? whole : String(toValue(value) ?? '')
  })
}

/** Members that define what a document is based on, and who may do what with all of it. A document must contain these itself. */
const ownMembers: readonly string[] = [
  'name',
  'table',
  'view',
  'scope',
  'readonly',
  'versionOf',
  'key',
  'uri',
  'entity',
  'api',
  'filter',
  'createPermission',
]

const permissionMembers = ['permission', 'lookup']

/**
 * Checks what a preset must not contain. Permissions of other screens must come from the document as a parameter, so that a change of a
 * preset gives nobody rights for another screen. Only the right to view a screen is allowed, for buttons that lead there.
 */
export function checkPreset(preset: Preset): readonly Finding[] {
  const parameters = Object.keys(preset.parameters ?? {})
  return [...checkOwnMembers(preset), ...checkValues(preset.content, ['content'], parameters)]
}

function checkOwnMembers({ for: kind, content }: Preset): readonly Finding[] {
  if (kind !== 'entity') return []
  return Object.keys(content).flatMap((key): Finding[] =>
    ownMembers.includes(key)
      ? [
          {
            place: ['content', key],
            at: 'key',
            code: 'preset-own-member',
            message: `「${key}」決定資料與權限的範圍，須寫在文件自己，不可來自預設`,
          },
        ]
      : [],
  )
}

function checkValues(value: unknown, place: Place, parameters: readonly string[]): readonly Finding[] {
  if (typeof value === 'string') return checkPlaceholders(value, place, parameters, 'value')
  if (Array.isArray(value)) return value.flatMap((part, index) => checkValues(part, [...place, index], parameters))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => [
    ...checkPlaceholders(key, [...place, key], parameters, 'key'),
    ...(permissionMembers.includes(key) ? checkPermission(member, [...place, key]) : []),
    ...checkValues(member, [...place, key], parameters),
  ])
}

function checkPermission(value: unknown, place: Place): readonly Finding[] {
  const foreign = [value].flat().filter((name) => typeof name === 'string' && name.includes('.') && !name.endsWith('.view'))
  const message = '預設不可帶其他畫面的權限（檢視除外）；請用參數，由文件寫出'
  return foreign.length === 0 ? [] : [{ place, code: 'preset-permission', message }]
}

function checkPlaceholders(text: string, place: Place, parameters: readonly string[], at: 'key' | 'value'): readonly Finding[] {
  const names = [...text.matchAll(placeholder)].map((match) => match[1] ?? '')
  return names
    .filter((name) => !parameters.includes(name) && !ownWords.includes(name))
    .map((name) => ({ place, at, code: 'unknown-parameter', ...unknownName(`沒有宣告參數「${name}」（parameters）`, name, parameters) }))
}
