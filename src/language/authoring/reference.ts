import { iconNames } from '../../rules/iconNames.ts'
import { builtInDictionaries } from '../catalog/builtInDictionaries.ts'
import type { DocumentKind } from '../catalog/catalog.ts'
import { patternText } from '../check/patternTexts.ts'
import { type PartKind, type Preset, partKinds } from '../documents/preset.ts'
import { catalogueFrom } from '../documents/vocabulary.ts'
import { defaults } from '../expand/defaults.ts'
import { referenceKinds } from '../expand/parts.ts'
import { type JsonSchema, languageSchema } from '../schema/languageSchema.ts'

/**
 * The reference of the language for people: every key with its type, whether it is required, and its purpose. Generated from the schemas
 * that the checker compiles, so that it cannot differ from the checker.
 */
export function languageReference(presets: readonly Preset[]): string {
  const definitions = (languageSchema('entity') as { $defs: Readonly<Record<string, JsonSchema>> }).$defs
  return `${[
    '# 畫面文件語言參考',
    '',
    '由語言產生（`npm run schemas -- reference`），請勿手改。`<名稱>` 是自己取的名稱；巢狀的鍵以 `.` 連接，`[]` 是清單中的每一項。',
    ...chapter(titles.entity, languageSchema('entity'), assumedInEntities),
    ...(['screen', 'dashboard', 'dictionary', 'menu', 'preset'] as const).flatMap((kind) => chapter(titles[kind], languageSchema(kind))),
    ...dictionaryChapter(),
    ...presetChapter(presets),
    ...Object.entries(definitionTitles).flatMap(([name, title]) => chapter(title, definitions[name] ?? {})),
    ...iconChapter(),
  ].join('\n')}\n`
}

const titles: { readonly [Kind in DocumentKind]: string } = {
  entity: '實體文件 `schemas/entities/<領域>/<名稱>.json`',
  screen: '畫面文件 `schemas/screens/<群組>/<名稱>.json`',
  dashboard: '儀表板文件 `schemas/dashboards/<名稱>.json`',
  dictionary: '字典文件 `schemas/dictionaries/<名稱>.json`',
  menu: '選單 `schemas/menu.json`',
  preset: '預設文件 `schemas/presets/<名稱>.json`',
}

const definitionTitles: Readonly<Record<string, string>> = {
  property: '欄位（實體的 `properties.<名稱>`、小表單的欄位）',
  predicate: '條件',
  tests: '條件的比較',
  formula: '公式',
}

interface Row {
  readonly key: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

/** Keys of every entity, even if the document does not have them. */
const assumedInEntities: readonly string[] = [
  ...Object.keys(defaults.entity),
  ...Object.keys(defaults.transition).map((key) => `transitions.<名稱>.${key}`),
]

function chapter(title: string, schema: JsonSchema, assumed: readonly string[] = []): readonly string[] {
  const rows = rowsOf(schema, '').map(({ key, type, isRequired, description }) => {
    const isNeeded = isRequired && !assumed.includes(key)
    return `| \`${key}\` | ${cell(type)} | ${isNeeded ? '是' : ''} | ${cell(description)} |`
  })
  return ['', `## ${title}`, '', '| 鍵 | 型別 | 必要 | 說明 |', '|---|---|---|---|', ...rows]
}

/** Lists the icons for those whose editor does not. */
function iconChapter(): readonly string[] {
  return [
    '',
    '## 圖示',
    '',
    [...iconNames]
      .sort()
      .map((name) => `\`${name}\``)
      .join(' '),
  ]
}

/** Lists the dictionaries that code provides, which no file shows. */
function dictionaryChapter(): readonly string[] {
  const rows = [...builtInDictionaries]
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, title, strArg = '', intArg = '' }) => `| \`${name}\` | ${cell(title)} | ${cell(strArg)} | ${cell(intArg)} |`)
  return [
    '',
    '## 內建的字典 `x-dictionary`',
    '',
    '由程式提供，沒有檔案；只列出這個人看得到的資料。其他字典是 `schemas/dictionaries/` 的檔案，以檔名（`name`）指名。',
    '',
    '參數寫成 `"x-dictionary": { "name": "RetailStore", "strArg": "form.companyNo", "intArg": 3 }`；`"form.<欄位>"` 取同一表單中欄位的值，其他文字照寫。',
    '空白的參數沒有作用。',
    '',
    '| 字典 | 選項 | `strArg` | `intArg` |',
    '|---|---|---|---|',
    ...rows,
  ]
}

/** Places where `use` is allowed. */
const partPlaces: { readonly [Kind in PartKind]: string } = {
  entity: '實體文件本身',
  property: '`properties.<名稱>`（實體、小表單、`items`）',
  transition: '`transitions.<名稱>`',
  input: '`transitions.<名稱>.input`、`actions.<名稱>.input`',
  list: '`list`',
  form: '`forms.<名稱>`',
  tab: '`forms.<名稱>.tabs[]`',
  group: '`forms.<名稱>.groups[]`、`forms.<名稱>.tabs[].groups[]`',
  action: '`actions.<名稱>`',
  child: '`children.<名稱>`',
}

/** Explains how parts are named, and lists the presets. */
function presetChapter(presets: readonly Preset[]): readonly string[] {
  const places = partKinds.map((kind) => {
    const names = presets.filter((preset) => preset.for === kind).map(({ name }) => `\`${name}\``)
    const screens = referenceKinds.includes(kind) ? '可' : ''
    return `| \`${kind}\` | ${partPlaces[kind]} | ${screens} | ${names.join(' ')} |`
  })
  return [
    '',
    '## 預設與引用 `use`',
    '',
    '| 寫法 | 意思 |',
    '|---|---|',
    '| `"use": "rejectReason"` | 放入預設 `presets/rejectReason.json` 的內容 |',
    '| `"use": { "preset": "newVersion", "with": { "of": "company/reward_point", "key": "rewardPointNo" } }` | 同上，並給參數的值 |',
    '| `"use": "/_coupon/coupon_batch"` | 放入那個畫面同一處的內容；`forms` 連同它所 `extends` 的 |',
    '| `"use": ["settingForm", "/_company/reward_point"]` | 依序放入幾個，同一個鍵以前面的為準 |',
    '| `"groups": [{ "form": "edit" }]` | 同一畫面另一個表單的所有區塊 |',
    '',
    '另外寫的鍵優先；`properties`、`transitions`、`input`、`when`、`ui` 等逐一合併，條件、清單與單一的值整個取代，寫 `null` 是去掉。',
    '帶來的鍵排在 `use` 所在的位置。',
    '',
    '| 種類 | 位置 | 引用畫面 | 預設 |',
    '|---|---|---|---|',
    ...places,
    '',
    '| 預設 | 是什麼 | 參數（斜體可省略） |',
    '|---|---|---|',
    ...[...presets].sort((left, right) => (left.name < right.name ? -1 : 1)).map(presetRow),
  ]
}

function presetRow({ name, title, parameters = {} }: Preset): string {
  const texts = Object.entries(parameters).map(([key, parameter]) =>
    Object.hasOwn(parameter, 'default') ? `*${key}* ${parameter.title}` : `${key} ${parameter.title}`,
  )
  return `| [\`${name}\`](../presets/${name}.json) | ${cell(title)} | ${cell(texts.join('；'))} |`
}

/** Escapes bars, which would end the cell of the table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

interface Parts {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: unknown
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
}

function rowsOf(schema: JsonSchema, path: string): readonly Row[] {
  const { properties = {}, patternProperties = {}, required = [], anyOf = [], items } = schema as Parts
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  return [
    ...Object.entries(properties).flatMap(([name, part]) => [
      { key: at(name), type: typeText(part), isRequired: required.includes(name), description: String(part.description ?? '') },
      ...rowsOf(part, at(name)),
    ]),
    ...Object.entries(patternProperties).flatMap(([pattern, part]) => patternRows(pattern, part, at)),
    ...anyOf.flatMap((part) => rowsOf(part, path)),
    ...(items === undefined ? [] : rowsOf(items, `${path}[]`)),
  ]
}

function patternRows(pattern: string, part: JsonSchema, at: (name: string) => string): readonly Row[] {
  const own = { key: at('<名稱>'), type: typeText(part), isRequired: false, description: pattern === '^.*$' ? '' : patternText(pattern) }
  return [own, ...rowsOf(part, at('<名稱>'))]
}

const typeNames: Readonly<Record<string, string>> = {
  string: '文字',
  integer: '整數',
  number: '數字',
  boolean: '`true` 或 `false`',
  object: '物件',
}

const referenceNames: Readonly<Record<string, string>> = {
  '#/$defs/predicate': '[條件](#條件)',
  '#/$defs/tests': '[條件的比較](#條件的比較)',
  '#/$defs/formula': '[公式](#公式)',
  '#/$defs/property': '[欄位](#欄位實體的-properties名稱小表單的欄位)',
}

function typeText(schema: JsonSchema): string {
  const { $ref, enum: words, const: only, type, items, anyOf } = schema as JsonSchema & { readonly enum?: readonly unknown[] }
  if (typeof $ref === 'string') return referenceNames[$ref] ?? $ref
  if (Array.isArray(words) && words.length > catalogueFrom) return `[圖示](#圖示)之一，共 ${words.length} 種，編輯器會列出`
  if (Array.isArray(words)) return words.map((word) => `\`${String(word)}\``).join(' ')
  if (only !== undefined) return `\`${String(only)}\``
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((part: JsonSchema) => typeText(part)))].join(' 或 ')
  if (type === 'array') return Array.isArray(items) || items === undefined ? '清單' : `清單：${typeText(items as JsonSchema)}`
  if (Array.isArray(type)) return type.map((one: unknown) => typeText({ ...schema, type: one })).join(' 或 ')
  return `${typeNames[String(type)] ?? '任何值'}${limits(schema)}`
}

function limits({ minimum, maximum, maxLength, maxItems }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `（${String(minimum)} 到 ${String(maximum)}）`
  if (maxLength !== undefined) return `（最多 ${String(maxLength)} 字）`
  return maxItems === undefined ? '' : `（最多 ${String(maxItems)} 項）`
}
