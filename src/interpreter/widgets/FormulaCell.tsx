import { evaluateFormula, noteTexts } from '../../language/formula/evaluateFormula.ts'
import type { ResolvedField } from '../../language/resolved.ts'
import { PlainValue } from '../shared/values/PlainValue.tsx'
import { isFigure, type Row } from './rowValues.ts'

interface FormulaCellProps {
  readonly id: string
  readonly field: ResolvedField
  readonly row: Row
  /** An error is shown below the cell, and says the same. */
  readonly invalid: boolean
}

/** The result of a formula in a row, and why there is none when nothing is missing. */
export function FormulaCell({ id, field, row, invalid }: FormulaCellProps) {
  const formula = field.property['x-formula']
  const note = formula && evaluateFormula(formula, field.property, row).note
  return (
    <output id={id} className={`rows-editor-result${isFigure(field) ? ' text-end' : ''}`} aria-labelledby={`${id}_label`} aria-live="off">
      {note === undefined && <PlainValue field={field} value={row[field.field]} strArg={undefined} />}
      {note !== undefined && !invalid && <span className="small text-body-secondary">{noteTexts[note]}</span>}
    </output>
  )
}
