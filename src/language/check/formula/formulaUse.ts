import type { Names } from '../../catalog/known.ts'
import type { Property } from '../../documents/entity.ts'
import type { Finding } from '../../findings/source.ts'

/** What a part of a formula gives. `decimals` is null for a division, whose digits may never end. */
export type FormulaType =
  | { readonly kind: 'number'; readonly decimals: number | null }
  | { readonly kind: 'text' | 'date' | 'dateTime' | 'boolean' }

export interface FormulaUse {
  /** Fields that `row` has: those of the record, or of a row of a list. */
  readonly properties: Readonly<Record<string, Property>>
  /** Of a row: the fields of the record around it, which its formulas cannot read. */
  readonly around?: Readonly<Record<string, Property>>
  readonly names: Names
  readonly findings: Finding[]
}

/** Null after a finding about it, so that one mistake is told once. */
export type Typed = FormulaType | null
export const number = (decimals: number | null): FormulaType => ({ kind: 'number', decimals })

/** Notes a finding, in place of a type. */
export function tell(use: FormulaUse, finding: Finding): null {
  use.findings.push(finding)
  return null
}

export const kindTexts: { readonly [Kind in FormulaType['kind']]: string } = {
  number: '數字',
  text: '文字',
  date: '日期',
  dateTime: '日期時間',
  boolean: '是否',
}
