import { addMonths } from '../../../rules/dates.ts'

/** The newest year whose months are all closed in the demo data. The last month stays open, to be closed by hand. */
export function settledYearOf(asOf: string): number {
  return Number(addMonths(`${asOf.slice(0, 7)}-01`, -1).slice(0, 4)) - 1
}
