import { randomKey } from '../../../../client/randomKey.ts'
import type { FilterOp } from '../../../../language/documents/vocabulary.ts'
import { opsOfKind } from '../../../../language/query/filterKinds.ts'
import {
  type Alternative,
  canCombine,
  type ListFilter,
  parseAlternatives,
  type QueryProblem,
} from '../../../../language/query/listQueryFilters.ts'
import type { ResolvedFilter } from '../../../../language/resolved.ts'
import { message } from '../../../../rules/messages.ts'
import { type FilterDraft, textOf, valuesOf } from '../filterDraft.ts'

/** A condition that a user is composing. */
export interface ConditionDraft {
  /** Identifies the row while it is edited. */
  readonly id: string
  readonly field: string
  readonly op: FilterOp
  /** What the control of the filter holds. */
  readonly texts: FilterDraft
}

export interface GroupDraft {
  readonly id: string
  readonly conditions: readonly ConditionDraft[]
}

/** Error texts by the id of the condition. */
export type ConditionProblems = Readonly<Record<string, string>>

const opNames = {
  contains: '包含',
  eq: '等於',
  ne: '不等於',
  in: '為其中之一',
  between: '介於',
  lt: '小於',
  lte: '小於等於',
  gt: '大於',
  gte: '大於等於',
} as const satisfies Record<FilterOp, string>

/** Days come before and after each other. */
const opNamesOfDays: Partial<Record<FilterOp, string>> = { lt: '早於', lte: '不晚於', gt: '晚於', gte: '不早於' }

/** The operators that the dialog offers for a filter. Several options are chosen at once, and yes or no needs no opposite. */
export function opsOf({ kind }: ResolvedFilter): readonly FilterOp[] {
  if (kind === 'option') return ['in', 'ne']
  return kind === 'boolean' ? ['eq'] : opsOfKind[kind].filter((op) => op !== 'in')
}

export function opName({ kind }: ResolvedFilter, op: FilterOp): string {
  return (['date', 'dateTime', 'month'].includes(kind) ? opNamesOfDays[op] : undefined) ?? opNames[op]
}

/** Filters that can be combined. @param isMerchant the own company is fixed anyway */
export function combinedFilters(declared: readonly ResolvedFilter[], isMerchant: boolean): readonly ResolvedFilter[] {
  return declared.filter((filter) => canCombine(filter) && !(isMerchant && filter.isScope === true))
}

export function newCondition(filter: ResolvedFilter): ConditionDraft {
  return { id: randomKey(), field: filter.field, op: opsOf(filter)[0] ?? filter.op, texts: {} }
}

export function newGroup(filter: ResolvedFilter): GroupDraft {
  return { id: randomKey(), conditions: [newCondition(filter)] }
}

/** Groups in force as drafts; those of filters that cannot be combined any more are left out. */
export function draftsOf(groups: readonly Alternative[], offered: readonly ResolvedFilter[]): readonly GroupDraft[] {
  return groups.map((group) => ({ id: randomKey(), conditions: group.flatMap((filter) => conditionOf(filter, offered)) }))
}

function conditionOf({ field, op, values }: ListFilter, offered: readonly ResolvedFilter[]): readonly ConditionDraft[] {
  const filter = offered.find((one) => one.field === field)
  if (filter === undefined) return []
  const texts = values.map((value) => (value === null ? '' : String(value)))
  if (op === 'between') {
    const [low = '', high = ''] = texts
    return [{ id: randomKey(), field, op, texts: { [`${field}From`]: [low], [`${field}To`]: [high] } }]
  }
  const isSeveral = filter.kind === 'option' && op === 'eq'
  return [{ id: randomKey(), field, op: isSeveral ? 'in' : op, texts: { [field]: texts } }]
}

/** The filter whose control a condition uses. */
export function controlFilter(filter: ResolvedFilter, op: FilterOp): ResolvedFilter {
  return { ...filter, op, ops: op === 'in' ? ['eq', 'in'] : [op], required: false }
}

/** What the dialog says when it is confirmed: the groups, or what is wrong with which condition. */
export function submitGroups(
  groups: readonly GroupDraft[],
  offered: readonly ResolvedFilter[],
): { readonly alternatives: readonly Alternative[] } | { readonly problems: ConditionProblems } {
  const problems = groups.flatMap(({ conditions }) => {
    const seen = new Set<string>()
    return conditions.flatMap((condition) => {
      const key = `${condition.field} ${condition.op}`
      const text = seen.has(key) ? '這一組已有相同的條件，請改用另一組。' : problemOf(condition, offered)
      seen.add(key)
      return text === null ? [] : [[condition.id, text] as const]
    })
  })
  if (problems.length > 0) return { problems: Object.fromEntries(problems) }
  const filled = groups.filter(({ conditions }) => conditions.length > 0)
  return {
    alternatives: parseAlternatives(
      filled.map(({ conditions }) => conditions.map(textOfCondition).join('&')),
      offered,
      [],
    ),
  }
}

function problemOf(condition: ConditionDraft, offered: readonly ResolvedFilter[]): string | null {
  const filter = offered.find(({ field }) => field === condition.field)
  const text = textOfCondition(condition)
  if (filter === undefined || text === '') return message('M05', { title: filter?.title ?? '條件' })
  const problems: QueryProblem[] = []
  const [group = []] = parseAlternatives([text], offered, problems)
  if (problems[0] !== undefined) return problems[0].text.replace(/^進階條件：/, '')
  const [low = null, high = null] = group[0]?.op === 'between' ? group[0].values : []
  return low !== null && high !== null && low > high ? message('M14') : null
}

/** A condition like the parameters of an address; '' without a value. */
function textOfCondition({ field, op, texts }: ConditionDraft): string {
  const params = new URLSearchParams()
  if (op === 'between') {
    for (const name of [`${field}From`, `${field}To`]) if (textOf(texts, name).trim() !== '') params.set(name, textOf(texts, name))
  } else for (const text of valuesOf(texts, field)) if (text.trim() !== '') params.append(`${field}.${op}`, text)
  return params.toString()
}
