import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { Property } from '../../../documents/entity.ts'
import type { Link } from '../../../documents/relations.ts'
import { isMasked } from '../../../entity/maskedFields.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName, withSuggestion } from '../../../findings/suggest.ts'
import { waysOf, wayTo } from '../../../resolve/recordWays.ts'
import { checkField } from '../../fieldRule.ts'

type Properties = Readonly<Record<string, Property>>

/** Checks that links lead to existing screens that can be addressed by the field, with a value that may appear in an address. */
export function recordLinks({ entity, names }: EntityContext): readonly Finding[] {
  return checkProperties(entity.properties, ['properties'], names)
}

function checkProperties(properties: Properties, place: Place, names: Names): readonly Finding[] {
  return Object.entries(properties).flatMap(([field, property]) => {
    const here = [...place, field]
    const { items } = property
    return [
      ...checkLink(field, { property, siblings: properties, place: here, names }),
      ...(items === undefined ? [] : checkLink(field, { property: items, siblings: properties, place: [...here, 'items'], names })),
      ...(items?.properties === undefined ? [] : checkProperties(items.properties, [...here, 'items', 'properties'], names)),
    ]
  })
}

interface CheckLinkInput {
  readonly property: Property
  readonly siblings: Properties
  readonly place: Place
  readonly names: Names
}

function checkLink(field: string, { property, siblings, place, names }: CheckLinkInput): readonly Finding[] {
  const link = property['x-link']
  if (link === undefined) return []
  const here = [...place, 'x-link']
  return [...checkScreens(link, here, names), ...checkSource(field, { link, property, siblings, place: here })]
}

/**
 * Also used for the records that actions make. Mistakes about another document are only warnings: without the link the value is plain text,
 * and removing a screen must not break the entities that link to it.
 */
export function checkScreens(link: Link, place: Place, names: Names): readonly Finding[] {
  return findTargets(link, place, names).map((finding) => ({ ...finding, severity: 'warning' as const }))
}

function findTargets(link: Link, place: Place, names: Names): readonly Finding[] {
  if (typeof link.screen === 'string')
    return checkScreen(link.screen, { key: link.key, screenPlace: [...place, 'screen'], keyPlace: [...place, 'key'], names })
  return link.screen.flatMap((uri, index) =>
    checkScreen(uri, { key: link.key, screenPlace: [...place, 'screen', index], keyPlace: [...place, 'key'], names }),
  )
}

interface CheckScreenInput {
  readonly key: string
  readonly screenPlace: Place
  readonly keyPlace: Place
  readonly names: Names
}

/** A screen or entity with mistakes of its own gets no second finding. */
function checkScreen(uri: string, { key, screenPlace, keyPlace, names }: CheckScreenInput): readonly Finding[] {
  if (!names.screens.has(uri)) {
    return [{ place: screenPlace, code: 'unknown-screen', ...unknownName(`沒有畫面「${uri}」`, uri, names.screens) }]
  }
  const screen = names.screenDocuments.get(uri)
  const entity = screen && names.entities.get(screen.entity)
  if (!screen || !entity) return []
  const unknown = checkField(key, keyPlace, entity)
  if (unknown.length > 0 || wayTo(screen, entity, key) !== null) return unknown
  return [notAddressed(uri, key, keyPlace, waysOf(screen, entity))]
}

function notAddressed(uri: string, key: string, place: Place, ways: readonly string[]): Finding {
  const message = `畫面 ${uri} 不能以「${key}」開啟資料：不是唯一且沒有遮罩的編號，也沒有以 eq 比對、單獨就能查詢的條件`
  if (ways.length === 0) return { place, code: 'not-addressed', message }
  return { place, code: 'not-addressed', message: `${message}；可用：${ways.join('、')}`, ...withSuggestion(key, ways) }
}

interface CheckSourceInput {
  readonly link: Link
  readonly property: Property
  readonly siblings: Properties
  readonly place: Place
}

/** The value becomes part of an address, which others may see, so it must not be masked. */
function checkSource(field: string, { link: { from = field }, property, siblings, place }: CheckSourceInput): readonly Finding[] {
  const fromPlace = [...place, 'from']
  const source = from === field ? property : own(siblings, from)
  if (source === undefined) {
    return [{ place: fromPlace, code: 'unknown-field', ...unknownName(`旁邊沒有欄位「${from}」`, from, Object.keys(siblings)) }]
  }
  if (isMasked(source)) {
    const message = `遮罩欄位「${from}」不能寫在網址上；請以 from 指名一個不含個資的識別碼欄位`
    return [{ place: from === field ? place : fromPlace, code: 'masked-field', message }]
  }
  if (from !== field && source['x-read'] !== undefined)
    return [{ place: fromPlace, code: 'field-right', message: `「${from}」另須權限才看得到（x-read），不能寫在網址上` }]
  if (from === field || source.type === 'string' || source.type === 'integer') return []
  return [{ place: fromPlace, code: 'wrong-type', message: `欄位「${from}」須為文字或整數，才能寫在網址上` }]
}

function own(properties: Properties, field: string): Property | undefined {
  return Object.hasOwn(properties, field) ? properties[field] : undefined
}
