import { changeDecisions } from '../../../../rules/waitingChange.ts'
import type { EntityContext, ScreenContext } from '../../../catalog/known.ts'
import type { Property } from '../../../documents/entity.ts'
import type { Screen } from '../../../documents/screen.ts'
import { approvedFields, approvePermission, changeDateField, changeFields, decidesChanges } from '../../../entity/changeDecisions.ts'
import type { Finding } from '../../../findings/source.ts'
import type { ResolvedScreen } from '../../../resolved.ts'
import { allowedFields } from '../../../rights/allowedFields.ts'
import { restrictScreen } from '../../../rights/restrictScreen.ts'
import { namedActions } from '../../namedActions.ts'
import { neverHolds } from '../../neverHolds.ts'

/**
 * Checks that changes that wait for a second person can be decided on: the entity has the fields that tell of them, and a screen has the
 * buttons. Otherwise the first change would block the record for ever.
 */
export function changeApproval({ entity, names }: EntityContext): readonly Finding[] {
  if (!decidesChanges(entity)) return []
  const fixed = approvedFields(entity).flatMap((field) => neverChanged(field, entity.properties[field]))
  if (fixed.length > 0) return fixed
  const [first = ''] = approvedFields(entity)
  const place = ['properties', first, 'x-approval']
  const missing = Object.values(changeFields).filter((field) => !Object.hasOwn(entity.properties, field))
  if (missing.length > 0) {
    const message = `「${first}」的變更須等第二人核准，實體缺少記載等待的欄位；請在 properties 加上 ${missing.map(declarationOf).join('、')}`
    return [{ place, at: 'key', code: 'approval-without-fields', message }]
  }
  const wrong = [
    ...Object.values(changeFields).flatMap((field) => wrongField(field, entity.properties[field])),
    ...wrongDate(entity),
    ...neverEdited(entity),
  ]
  const screens = (names.screensByEntity.get(entity.name) ?? []).filter((screen) => screen.entity === entity.name)
  return [...wrong, ...undecided(screens, first)]
}

/** A field that nobody can change needs nobody's word. */
function neverChanged(field: string, property: Property | undefined): readonly Finding[] {
  const key = (['x-computed', 'x-immutable'] as const).find((one) => property?.[one] === true)
  if (key === undefined) return []
  const why = key === 'x-computed' ? '由系統填寫' : '新增之後不能修改'
  const message = `欄位「${field}」${why}（${key}），沒有變更可以核准；請移除 x-approval 或 ${key}`
  return [{ place: ['properties', field, 'x-approval'], at: 'key', code: 'keyword-not-for-type', message }]
}

const kinds: Readonly<Record<string, Property>> = {
  [changeFields.isWaiting]: { type: 'boolean', title: '待審變更', default: false, 'x-computed': true },
  [changeFields.maker]: { type: 'string', title: '變更申請人員', 'x-computed': true },
}

function declarationOf(field: string): string {
  return `"${field}": ${JSON.stringify(kinds[field])}`
}

function wrongField(field: string, property: Property | undefined): readonly Finding[] {
  const place = ['properties', field]
  if (property?.type !== kinds[field]?.type)
    return [{ place, at: 'key', code: 'wrong-type', message: `欄位「${field}」由系統填寫，須是 ${declarationOf(field)}` }]
  if (property?.['x-computed'] === true) return []
  return [{ place, at: 'key', code: 'unproven-maker', message: `欄位「${field}」由系統填寫，人員不可改寫；請加上 "x-computed": true` }]
}

/** Only an edit makes a change wait, so an edit cannot need one that waits already. */
function neverEdited({ editable }: EntityContext['entity']): readonly Finding[] {
  const waiting = `row.${changeFields.isWaiting}`
  if (editable === undefined || !neverHolds(editable, (path) => (path === waiting ? [false] : null))) return []
  const message = `只有修改才會產生待審的變更，「editable」卻要先有待審的變更，永遠不能修改；請改為 "${waiting}": { "eq": false } 或移除`
  return [{ place: ['editable'], code: 'never-true', message }]
}

/** The date of a change is asked for with each change anew. */
function wrongDate({ properties, required = [] }: EntityContext['entity']): readonly Finding[] {
  const property = properties[changeDateField]
  if (property === undefined) return []
  const at = { place: ['properties', changeDateField], at: 'key' as const }
  const declaration = `"${changeDateField}": {"type":"string","title":"生效日","format":"date"}`
  if (property.type !== 'string' || property.format !== 'date')
    return [{ ...at, code: 'wrong-type', message: `欄位「${changeDateField}」是變更的生效日，須是 ${declaration}` }]
  const isFixed = property['x-computed'] === true || property['x-approval'] === true || property['x-immutable'] === true
  if (!isFixed && !required.includes(changeDateField)) return []
  const message = `欄位「${changeDateField}」是變更的生效日，隨每次變更填寫、不填為核准當天，不能必填，也不能有 x-computed、x-approval、x-immutable`
  return [{ ...at, code: 'keyword-not-for-type', message }]
}

function undecided(screens: readonly Screen[], field: string): readonly Finding[] {
  const used = new Set(screens.flatMap((screen) => namedActions(screen).map(({ name }) => name)))
  const missing = changeDecisions.filter((name) => !used.has(name))
  // Without a button to edit there is nothing to decide on.
  const [editing] = screens.filter(mayEdit)
  if (editing === undefined || missing.length === 0) return []
  const buttons = missing.map((name) => `"${name}"`).join('、')
  const message = `「${field}」的變更須等第二人核准，但沒有畫面可以核准、退回或撤回；請在 screens${editing.uri}.json 的 list.rowActions 加上 ${buttons}`
  return [{ place: ['properties', field, 'x-approval'], at: 'key', code: 'approval-without-screen', message }]
}

function mayEdit({ list, forms = {} }: Screen): boolean {
  const opening = [
    ...(list.rowActions ?? []),
    ...list.columns.flatMap((column) => (typeof column === 'object' && column.link ? column.link : [])),
  ]
  return opening.some((name) => name === 'edit' || (Object.hasOwn(forms, name) && forms[name]?.mode === 'edit'))
}

/** Checks that who decides sees what is decided on, and finds it: the number of waiting changes leads to the list with this filter. */
export function changeDecisionScreen({ screen, entity }: ScreenContext, resolved: ResolvedScreen): readonly Finding[] {
  const approve = namedActions(screen).find(({ name }) => name === 'approveChange')
  if (approve === undefined || !decidesChanges(entity)) return []
  const { place } = approve
  const view = restrictScreen(resolved, new Set(['view', approvePermission].map((part) => `${resolved.resource}.${part}`)))
  const seen = view === null ? new Set<string>() : allowedFields(view, entity).record
  const unseen = approvedFields(entity).filter((field) => !seen.has(field))
  const filters = resolved.list.filters.map(({ field }) => field)
  return [
    ...(unseen.length === 0
      ? []
      : [{ place, code: 'approval-unseen', message: `核准的人在此畫面看不到「${unseen.join('、')}」；請加到 list.columns 或檢視的表單` }]),
    ...(filters.includes(changeFields.isWaiting)
      ? []
      : [
          {
            place,
            code: 'approval-unfound',
            message: `公告欄的待辦以查詢條件「${changeFields.isWaiting}」開啟此清單；請在 list.filters 加上 "${changeFields.isWaiting}"`,
          },
        ]),
  ]
}
