import type { ResolvedReport } from '../resolved.ts'

/** One tab of a report with tabs: only its group, and its chart. Undefined when there is no such tab. */
export function reportTab({ groups, measures, tabs, chart, compare }: ResolvedReport, field: string): ResolvedReport | undefined {
  const group = groups.find((one) => one.field === field)
  if (tabs === undefined || group === undefined) return undefined
  // Days and months of a range do not occur in the range before it.
  const isCompared = compare !== undefined && compare !== field
  return { groups: [group], measures, ...(isCompared && { compare }), ...(chart && { chart: { ...chart, by: field } }) }
}
