import type { ResolvedReport } from './resolved.ts'

/** One tab of a report with tabs: only its group, and its chart. Undefined when there is no such tab. */
export function reportTab({ groups, measures, tabs, chart }: ResolvedReport, field: string): ResolvedReport | undefined {
  const group = groups.find((one) => one.field === field)
  if (tabs === undefined || group === undefined) return undefined
  return { groups: [group], measures, ...(chart && { chart: { ...chart, by: field } }) }
}
