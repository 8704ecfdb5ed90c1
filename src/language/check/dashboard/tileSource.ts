import { longestDays } from '../../dashboard/period.ts'
import { dateOf, fieldsOfTile, screensFor, showsFields } from '../../dashboard/resolve.ts'
import { splitFilter } from '../../dashboard/tileQuery.ts'
import type { ChartTile, Dashboard, ListTile, NumberTile, TodoItem } from '../../documents/dashboard.ts'
import type { Entity } from '../../documents/entity.ts'
import { type DashboardPeriod, dashboardPeriods } from '../../documents/vocabulary.ts'
import type { Finding, Place } from '../../findings/source.ts'
import { unknownName, withSuggestion } from '../../findings/suggest.ts'
import type { ResolvedScreen } from '../../resolved.ts'
import { checkField } from '../fieldRule.ts'
import { checkPredicate } from '../predicateRule.ts'
import { neverTrueIn } from '../rules/documents/neverTrue.ts'
import type { DashboardContext } from './dashboardContext.ts'

type Sourced = NumberTile | ChartTile | ListTile | TodoItem

/** Checks entity, screen, view, condition and date of a tile or of an item of a to-do list. */
export function sourceFindings(source: Sourced, place: Place, context: DashboardContext): readonly Finding[] {
  const { names } = context
  const entity = names.entities.get(source.entity)
  if (entity === undefined) return missingEntity(source.entity, place, context)
  const filter = checkPredicate(source.filter, [...place, 'filter'], { entity, names, roots: ['row', 'user', 'now'] })
  const date = checkDate(source, place, entity)
  // Of a field that does not exist no screen can show anything.
  const screens = date.length > 0 ? nowhere : checkScreens(source, place, entity, context)
  if ([...filter, ...date].length > 0 || screens.findings.length > 0) return [...filter, ...date, ...screens.findings]
  return [
    ...neverTrueIn(source.filter, [...place, 'filter'], entity, names),
    ...screens.found.flatMap((screen) => [
      ...checkRequired(source, place, screen, context.dashboard),
      ...checkAddress(source, place, screen),
    ]),
  ]
}

function missingEntity(name: string, place: Place, { names }: DashboardContext): readonly Finding[] {
  if (names.brokenEntities.has(name)) return []
  const message = `沒有實體「${name}」`
  return [{ place: [...place, 'entity'], code: 'unknown-entity', message, ...withSuggestion(name, names.entities.keys()) }]
}

function checkDate(source: Sourced, place: Place, entity: Entity): readonly Finding[] {
  if (!('date' in source) || source.date === undefined) return []
  const here = [...place, 'date']
  const unknown = checkField(source.date, here, entity)
  if (unknown.length > 0 || dateOf(entity, source.date) !== null) return unknown
  return [{ place: here, code: 'not-a-date', message: `欄位「${source.date}」不是日期也不是月份，期間無法套用` }]
}

interface Screens {
  readonly found: readonly ResolvedScreen[]
  readonly findings: readonly Finding[]
}

const nowhere: Screens = { found: [], findings: [] }

/** The screens through which a source may be read. */
function checkScreens(source: Sourced, place: Place, entity: Entity, { names, shown, shownByEntity }: DashboardContext): Screens {
  const { link, view } = source
  const refused = (finding: Finding): Screens => ({ found: [], findings: hasBrokenScreen(entity, { names, shown }) ? [] : [finding] })
  const ofEntity = screensFor({ needed: [] }, entity, shownByEntity.get(entity.name) ?? [])
  const uris = ofEntity.map(({ uri }) => uri)
  const linked = link === undefined ? ofEntity : ofEntity.filter(({ uri }) => uri === link)
  if (linked.length === 0) {
    const missing = link === undefined ? `沒有畫面可以看實體 ${entity.name} 的資料` : `沒有實體 ${entity.name} 的畫面「${link}」`
    return refused({
      place: [...place, link === undefined ? 'entity' : 'link'],
      code: 'unknown-screen',
      ...unknownName(missing, link ?? '', uris),
    })
  }
  const views = linked.flatMap((screen) => screen.list.views.map(({ name }) => name))
  if (view !== undefined && !views.includes(view))
    return refused({ place: [...place, 'view'], code: 'unknown-view', ...unknownName(`畫面沒有檢視「${view}」`, view, views) })
  const needed = 'kind' in source ? fieldsOfTile(source) : []
  const found = screensFor({ ...source, needed }, entity, linked)
  if (found.length > 0) return { found, findings: [] }
  const hidden = needed.find((field) => !linked.some((screen) => showsFields(screen, entity, [field])))
  const where = linked.map(({ uri }) => uri).join('、')
  const message = `畫面 ${where} 沒有${hidden === undefined ? '同時顯示這些欄位' : `顯示欄位「${hidden}」`}，看不到欄位的人也不能看它的合計`
  return refused({ place: [...place, link === undefined ? 'entity' : 'link'], code: 'field-not-shown', message })
}

/** A broken screen has findings of its own, and may show what is missing as soon as it is right. One that is no JSON may be of any entity. */
function hasBrokenScreen(entity: Entity, { names, shown }: Pick<DashboardContext, 'names' | 'shown'>): boolean {
  const broken = [...names.screens].filter((uri) => !shown.has(uri))
  return broken.some((uri) => (names.screenDocuments.get(uri)?.entity ?? entity.name) === entity.name)
}

/** What a list asks for before it shows anything has to be asked of a tile too: the longest lists are read by no other way. */
function checkRequired(source: Sourced, place: Place, screen: ResolvedScreen, dashboard: Dashboard): readonly Finding[] {
  const { filters, needs } = screen.list
  const date = 'date' in source ? source.date : undefined
  const given = splitFilter(source.filter, filters, '2026-01-01').filters.map(({ field }) => field)
  const asked = new Set([...given, ...(date === undefined ? [] : [date])])
  if (needs !== undefined && !needs.fields.some((field) => asked.has(field)))
    return [
      { place, code: 'needs-filter', message: `畫面 ${screen.uri} 要先有條件才查詢（${needs.fields.join('、')}），圖卡也須寫出其中一個` },
    ]
  const missing = filters.filter((one) => one.required && one.default === undefined && !asked.has(one.field))
  const long = filters.flatMap((one) => (one.field === date && one.maxDays !== undefined ? tooLong(one.maxDays, dashboard) : []))
  return [
    ...missing.map(
      (one): Finding => ({ place, code: 'needs-filter', message: `畫面 ${screen.uri} 的條件「${one.field}」必填，請寫在 date 或 filter` }),
    ),
    ...long.map(
      ({ period, maxDays }): Finding => ({
        place: [...place, 'date'],
        code: 'period-too-long',
        message: `畫面 ${screen.uri} 一次最多查 ${maxDays} 天，不能用於期間 ${period}；請在 period.choices 只留較短的期間`,
      }),
    ),
  ].slice(0, 1)
}

function tooLong(maxDays: number, { period }: Dashboard): readonly { readonly period: DashboardPeriod; readonly maxDays: number }[] {
  const choices = typeof period === 'object' ? period.choices : dashboardPeriods
  return choices.filter((one) => longestDays[one] > maxDays).map((one) => ({ period: one, maxDays }))
}

/** The list that the tile leads to shows more records than the tile counted when it has no filter for the condition. */
function checkAddress(source: Sourced, place: Place, { uri, list }: ResolvedScreen): readonly Finding[] {
  const { rest = {} } = splitFilter(source.filter, list.filters, '2026-01-01')
  const [path] = Object.keys(rest)
  if (path === undefined || source.link === undefined) return []
  const message = `畫面 ${uri} 沒有對應「${path}」的查詢條件，點選後的清單會比圖卡多；請在畫面加上條件，或改用 view`
  return [{ place: [...place, 'filter', path], at: 'key', severity: 'warning', code: 'address-without-filter', message }]
}
