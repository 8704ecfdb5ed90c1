import type { ScreenContext } from '../../../catalog/known.ts'
import type { Dated } from '../../../documents/screen.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { canCombine } from '../../../query/listQueryFilters.ts'
import type { ResolvedList, ResolvedScreen } from '../../../resolved.ts'
import { checkRepeated } from '../../fieldRule.ts'

/**
 * Checks the other ways to show a list, whose fields are known to exist (`listFields.ts`). They are columns, because the rows have no
 * others, and what they are arranged by is a filter, because each part of them asks the list for its own rows.
 */
export function layouts({ screen }: ScreenContext, { list }: ResolvedScreen): readonly Finding[] {
  const { board, ...dated } = screen.list.layouts ?? {}
  const columns = new Set(list.columns.map(({ field }) => field))
  const shown = (field: string | undefined, place: Place): readonly Finding[] =>
    field === undefined || columns.has(field)
      ? []
      : [{ place, code: 'layout-field', message: `「${field}」不在清單的欄位中，請放進 columns（不想顯示可加 "hidden": true）` }]
  return [
    ...(board ? checkBoard(board, list, shown) : []),
    ...Object.entries(dated).flatMap(([name, given]) => checkDated(name, given, list, shown)),
  ]
}

type Shown = (field: string | undefined, place: Place) => readonly Finding[]

interface Board {
  readonly by: string
  readonly cards?: readonly string[]
  readonly sum?: string
}

function checkBoard({ by, cards = [], sum }: Board, list: ResolvedList, shown: Shown): readonly Finding[] {
  const place = ['list', 'layouts', 'board']
  const findings = shown(by, [...place, 'by'])
  const filter = list.filters.find(({ field }) => field === by)
  const canSplit = filter?.kind === 'option' && filter.ops.includes('in') && filter.dictionary?.strArg?.startsWith('form.') !== true
  return [
    ...findings,
    ...(findings.length > 0 || canSplit
      ? []
      : [
          {
            place: [...place, 'by'],
            code: 'layout-field',
            message: `看板依「${by}」分欄，它須有自己的選項（字典或 enum，不隨其他欄位而定），且是 filters 裡可複選的查詢條件`,
          },
        ]),
    ...cards.flatMap((field, index) => shown(field, [...place, 'cards', index])),
    ...checkRepeated(cards, (index) => [...place, 'cards', index], '欄位'),
    ...(sum === undefined || list.totals.includes(sum)
      ? []
      : [{ place: [...place, 'sum'], code: 'layout-field', message: `「${sum}」沒有總計，請把它放進 totals` }]),
  ]
}

function checkDated(name: string, { from, to, title, tone }: Dated, list: ResolvedList, shown: Shown): readonly Finding[] {
  const place = ['list', 'layouts', name]
  const dates = Object.entries({ from, ...(to !== undefined && { to }) }).flatMap(([key, field]): readonly Finding[] => {
    const findings = shown(field, [...place, key])
    const filter = list.filters.find((one) => one.field === field)
    const isDate = (filter?.kind === 'date' || filter?.kind === 'dateTime') && canCombine(filter)
    const isOpen = isDate && !filter.required && filter.default === undefined
    if (findings.length > 0 || isOpen) return findings
    const why = isDate ? '的查詢條件不能必填或有預設值，否則其他月份看不到資料' : '須是日期或時間，且是 filters 裡的查詢條件'
    return [{ place: [...place, key], code: 'layout-field', message: `「${field}」${why}` }]
  })
  return [...dates, ...shown(title, [...place, 'title']), ...shown(tone, [...place, 'tone'])]
}
