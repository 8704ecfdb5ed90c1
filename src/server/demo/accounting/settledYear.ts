import { addMonths } from '../../../rules/dates.ts'

/** The newest year of which all months are closed in the demo data: the last month waits to be closed by hand. */
export function settledYearOf(asOf: string): number {
  return Number(addMonths(`${asOf.slice(0, 7)}-01`, -1).slice(0, 4)) - 1
}
