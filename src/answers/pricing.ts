import Type from 'typebox'
import { Whole } from './shapes.ts'
import { Fact } from './shown.ts'

const tierLines = { points: Fact, groupPoints: Type.Optional(Fact), tier: Fact, rate: Fact }

/** `POST /api/company/company_discount/{id}/trial` */
export const MonthlyTrial = Type.Object({ ...tierLines, gross: Fact, discount: Fact, fee: Fact, tax: Fact, total: Fact })

/** `POST /api/company/yearly_discount/{id}/trial` */
export const YearlyTrial = Type.Object({ ...tierLines, fee: Fact, discount: Fact, tax: Fact, total: Fact })

/** `POST …/{id}/change` of a setting: the draft that follows it, by the field that holds its number. */
export function nextVersionOf(numberField: string) {
  return Type.Object({ id: Whole, rowVersion: Whole, status: Type.String(), previousId: Whole, [numberField]: Type.String() })
}
