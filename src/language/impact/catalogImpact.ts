import { noticeWords } from '../authoring/noticeWords.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { membersOf } from '../conversion/steps.ts'
import type { Dictionary } from '../documents/dictionary.ts'
import type { Entity, Property } from '../documents/entity.ts'
import type { ResolvedLink, ResolvedScreen } from '../resolved.ts'
import { idleConversions } from './idleConversions.ts'
import { entityRenames, fieldRenames, renamesByScreen } from './renames.ts'
import { newlyRequired } from './storedImpacts.ts'

/** What changed documents mean for one screen, entity, dictionary or dashboard. */
export interface Impact {
  readonly kind: 'screen' | 'entity' | 'dictionary' | 'dashboard'
  /** Uri of the screen, or name. */
  readonly name: string
  readonly title: string
  /** Path of the file below `schemas/`, in the version that has it. */
  readonly file: string
  readonly change: 'new' | 'gone' | 'changed'
  /** Sentences for people; of something new only what it was before, of something gone none. */
  readonly lines: readonly string[]
}

/** Compares the documents in force with those that would follow, in the order of their files. */
export function catalogImpact(before: Catalog, after: Catalog): readonly Impact[] {
  const filesOf = (catalog: Catalog) => new Map([...catalog.files].map(([path, { kind, name }]) => [`${kind} ${name}`, path] as const))
  const files = new Map([...filesOf(before), ...filesOf(after)])
  const renames = renamesByScreen(before, after)
  const entities = entityRenames(before, after)
  const withFormerUri = (impact: Impact): Impact => {
    const former = impact.change === 'new' ? after.screenDocuments.get(impact.name)?.renamedFrom : undefined
    return former === undefined ? impact : { ...impact, lines: [`原為 ${former}：角色的授權、使用者的欄位與檢視一起移過來`] }
  }
  const compare = <Part extends { readonly title: string }>(
    kind: Impact['kind'],
    maps: readonly [ReadonlyMap<string, Part>, ReadonlyMap<string, Part>],
    linesOf: (was: Part, is: Part) => readonly string[],
  ): readonly Impact[] =>
    [...new Set([...maps[0].keys(), ...maps[1].keys()])].flatMap((name): readonly Impact[] => {
      const [was, is] = [maps[0].get(name), maps[1].get(name)]
      const base = { kind, name, title: (is ?? was)?.title ?? name, file: files.get(`${kind} ${name}`) ?? '' }
      if (was === undefined) return [{ ...base, change: 'new', lines: [] }]
      if (is === undefined) return [{ ...base, change: 'gone', lines: [] }]
      if (was === is || contentOf(was) === contentOf(is)) return []
      const lines = linesOf(was, is)
      return [{ ...base, change: 'changed', lines: lines.length > 0 ? lines : ['其他內容有變更（顯示方式、說明或條件）'] }]
    })
  return [
    ...compare('screen', [before.screens, after.screens], (was, is) => screenLines(was, is, renames.get(is.uri) ?? new Map())).map(
      withFormerUri,
    ),
    ...compare('entity', [underNewNames(before.entities, entities), after.entities], (was, is) => [
      ...entityLines(was, is),
      ...idleConversions([was, is], before, after),
    ]),
    ...compare('dictionary', [before.dictionaries, after.dictionaries], dictionaryLines),
    ...compare('dashboard', [before.dashboards, after.dashboards], (was, is) => renamed(was.title, is.title)),
  ]
}

/** Without the hashes of a screen, which change with parts of its entity that the screen does not show. */
function contentOf(part: object): string {
  const { hash: _hash, rowsHash: _rowsHash, ...content } = part as Partial<ResolvedScreen>
  return JSON.stringify(content)
}

/** New names by former ones. */
type Renames = ReadonlyMap<string, string>

/** @param renames fields of the entity that are called otherwise: they are neither lost nor new */
function screenLines(was: ResolvedScreen, is: ResolvedScreen, renames: Renames): readonly string[] {
  const fieldsOf = ({ forms }: ResolvedScreen) =>
    new Map(Object.values(forms).flatMap((form) => Object.entries(form.fields).map(([field, { title }]) => [field, title] as const)))
  const callsOf = ({ api, actions }: ResolvedScreen) => {
    const own = Object.values(actions).flatMap((action) => ('call' in action ? [action.call] : []))
    return new Map([...Object.values(api), ...own].map(({ method, path }) => [`${method} ${path}`, `${method} ${path}`] as const))
  }
  const titled = (parts: readonly { readonly field: string; readonly title: string }[]) =>
    new Map(parts.map(({ field, title }) => [field, title] as const))
  const shown = ({ list }: ResolvedScreen) => titled(list.columns.filter(({ hidden }) => !hidden))
  return [
    ...renamed(was.title, is.title),
    ...(was.entity.name === is.entity.name ? [] : [`實體由 ${was.entity.name} 改為 ${is.entity.name}`]),
    ...difference('清單與匯出的欄位', underNewNames(shown(was), renames), shown(is)),
    ...difference('查詢條件（書籤的網址也用它）', underNewNames(titled(was.list.filters), renames), titled(is.list.filters)),
    ...was.list.filters
      .filter(({ field }) => renames.has(field))
      .map(({ field, title }) => `查詢條件「${title}」在網址的名稱由 ${field} 改為 ${renames.get(field)}：書籤須更新`),
    ...difference('檢視', titledViews(was), titledViews(is)),
    ...difference('表單與檢視的欄位', underNewNames(fieldsOf(was), renames), fieldsOf(is)),
    ...difference('動作', labelsOf(was), labelsOf(is)),
    ...permissionLines(was, is),
    ...difference('連往的畫面', linkedScreens(was), linkedScreens(is)),
    ...difference('API 呼叫', callsOf(was), callsOf(is)),
    ...(JSON.stringify(was.filter) === JSON.stringify(is.filter) ? [] : ['畫面的固定條件改了：看得到的資料可能不同']),
  ]
}

function underNewNames<Part>(parts: ReadonlyMap<string, Part>, renames: Renames): ReadonlyMap<string, Part> {
  return new Map([...parts].map(([name, part]) => [renames.get(name) ?? name, part]))
}

/** The screens to which columns, fields and messages link, at any depth. */
function linkedScreens(part: unknown, found = new Map<string, string>()): Names {
  if (typeof part !== 'object' || part === null) return found
  for (const [key, value] of Object.entries(part)) {
    const links = key === 'to' || key === 'made' ? (value as readonly ResolvedLink[]) : []
    for (const { uri } of links) found.set(uri, uri)
    linkedScreens(value, found)
  }
  return found
}

const titledViews = ({ list }: ResolvedScreen) => new Map(list.views.map(({ name, title }) => [name, title] as const))
const labelsOf = ({ actions }: ResolvedScreen) => new Map(Object.entries(actions).map(([name, { label }]) => [name, label] as const))

function permissionLines(was: ResolvedScreen, is: ResolvedScreen): readonly string[] {
  const own = was.resource === is.resource ? [] : [`權限由 ${was.resource} 改為 ${is.resource}：已授權的角色須重新勾選`]
  const ofActions = Object.entries(is.actions).flatMap(([name, { label, permission }]) => {
    const former = was.actions[name]?.permission
    return former === undefined || former === permission ? [] : [`動作「${label}」的權限由 ${former} 改為 ${permission}`]
  })
  return [...own, ...ofActions]
}

function entityLines(was: Entity, is: Entity): readonly string[] {
  const titlesOf = ({ properties }: Entity) =>
    new Map(Object.entries(properties).map(([field, { title }]) => [field, title ?? field] as const))
  const stepsOf = ({ transitions }: Entity) => new Map(Object.entries(transitions ?? {}).map(([name, { label }]) => [name, label] as const))
  const renames = fieldRenames(was, is)
  const formerOf = new Map([...renames].map(([former, now]) => [now, former]))
  return [
    ...(was.name === is.name ? [] : [`由 ${was.name} 改名為 ${is.name}：已存的資料、異動紀錄、待核准的變更與指向它的資料一起改`]),
    ...(was.name === is.name || !tellsSystems(was) ? [] : [`介接端點收到的事件名稱由 ${was.name}.… 改為 ${is.name}.…`]),
    ...renamed(was.title, is.title),
    ...renameLines(is, was, renames),
    ...difference('欄位', without(titlesOf(was), renames.keys()), without(titlesOf(is), renames.values())),
    ...Object.entries(is.properties).flatMap(([field, property]) =>
      propertyLines(field, was.properties[formerOf.get(field) ?? field], property),
    ),
    ...newlyRequired(was, is, renames).map((field) => `「${is.properties[field]?.title ?? field}」（${field}）改為必填`),
    ...difference('狀態轉換', stepsOf(was), stepsOf(is)),
    ...noticeLines(was, is),
    ...(was.scope === is.scope ? [] : [`資料範圍由 ${was.scope ?? '無'} 改為 ${is.scope ?? '無'}：特約商看得到的資料會不同`]),
  ]
}

const tellsSystems = (entity: Entity) => [...noticeWords(entity).values()].some((words) => words.includes('介接端點'))

/** Who is told of what, when that changes. */
function noticeLines(was: Entity, is: Entity): readonly string[] {
  const [former, now] = [noticeWords(was), noticeWords(is)]
  const told = [...now].filter(([what, words]) => former.get(what) !== words).map(([what, words]) => `${what}${words}`)
  return [...told, ...[...former.keys()].filter((what) => !now.has(what)).map((what) => `${what}不再通知`)]
}

function without(names: Names, left: Iterable<string>): Names {
  const others = new Set(left)
  return new Map([...names].filter(([name]) => !others.has(name)))
}

function renameLines(is: Entity, was: Entity, renames: Renames): readonly string[] {
  return [...renames].map(([former, now]) => {
    const isBack = is.properties[now]?.renamedFrom !== former
    const title = is.properties[now]?.title ?? was.properties[former]?.title ?? now
    return `「${title}」由 ${former} ${isBack ? '改回' : '改名為'} ${now}：已存的資料、使用者的欄位與檢視一起改`
  })
}

function propertyLines(field: string, was: Property | undefined, is: Property): readonly string[] {
  if (was === undefined) return []
  const name = `「${is.title ?? field}」（${field}）`
  const typeOf = ({ type, format }: Property) => (format === undefined ? type : `${type}（${format}）`)
  return [
    ...columnLines(name, was, is),
    ...(typeOf(was) === typeOf(is)
      ? []
      : [`${name}的型別由 ${typeOf(was)} 改為 ${typeOf(is)}${is.convert === undefined ? '' : '：已存的值一起轉換'}`]),
    ...((was['x-mask'] ?? '') === (is['x-mask'] ?? '') ? [] : [`${name}的遮罩由 ${was['x-mask'] ?? '無'} 改為 ${is['x-mask'] ?? '無'}`]),
    ...(was.title === is.title ? [] : [`欄位 ${field} 的名稱由「${was.title ?? field}」改為「${is.title ?? field}」`]),
  ]
}

/** New names of columns of rows. */
function columnLines(field: string, was: Property, is: Property): readonly string[] {
  const [old, now] = [membersOf(was), membersOf(is)]
  return [...fieldRenames({ properties: old }, { properties: now })].map(
    ([former, name]) => `${field}列中的「${now[name]?.title ?? name}」由 ${former} 改名為 ${name}：已存的資料一起改`,
  )
}

function dictionaryLines(was: Dictionary, is: Dictionary): readonly string[] {
  const namesOf = ({ options }: Dictionary) => new Map(options.map(({ key, value }) => [key, value] as const))
  const [former, now] = [namesOf(was), namesOf(is)]
  const changed = [...now].filter(([key, value]) => former.has(key) && former.get(key) !== value)
  const renames = is.options.flatMap(({ key, value, renamedFrom }) =>
    renamedFrom !== undefined && former.has(renamedFrom) && !former.has(key)
      ? [`代碼 ${renamedFrom} 改為 ${key}（${value}）：已存的資料一起改`]
      : [],
  )
  return [
    ...renamed(was.title, is.title),
    ...renames,
    ...difference('選項', former, now),
    ...changed.map(([key, value]) => `代碼 ${key} 的名稱由「${former.get(key)}」改為「${value}」：已存的資料也會這樣顯示`),
  ]
}

const renamed = (was: string, is: string): readonly string[] => (was === is ? [] : [`名稱由「${was}」改為「${is}」`])

type Names = ReadonlyMap<string, string>

/** What is missing and what is new, by titles. */
function difference(what: string, was: Names, is: Names): readonly string[] {
  const only = (one: Names, other: Names) => [...one].filter(([key]) => !other.has(key)).map(([key, title]) => nameOf(key, title))
  const [gone, added] = [only(was, is), only(is, was)]
  return [
    ...(gone.length === 0 ? [] : [`${what}少了 ${gone.join('、')}`]),
    ...(added.length === 0 ? [] : [`${what}多了 ${added.join('、')}`]),
  ]
}

const nameOf = (key: string, title: string) => (key === title ? key : `「${title}」（${key}）`)
