import { evaluateFormula, noteTexts } from '../../../language/formula/evaluateFormula.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import { PlainValue } from '../../shared/values/PlainValue.tsx'
import { isFigure, type Row } from './rowValues.ts'

interface ComputedCellProps {
  readonly id: string
  readonly field: ResolvedField
  readonly row: Row
  /** An error is shown below the cell, and says the same. */
  readonly invalid: boolean
}

/**
 * What the system fills in: the result of a formula, and why there is none when nothing is missing, something of the record that the row
 * names, or a number that is given when it is stored.
 */
export function ComputedCell({ id, field, row, invalid }: ComputedCellProps) {
  const { property } = field
  const formula = property['x-formula']
  const isEmpty = (row[field.field] ?? '') === ''
  const isBorrowed = field.borrowedBy !== undefined
  const isLater = formula === undefined && !isBorrowed && isEmpty
  const note = formula && evaluateFormula(formula, property, row).note
  return (
    <output id={id} className={`rows-editor-result${isFigure(field) ? ' text-end' : ''}`} aria-labelledby={`${id}_label`} aria-live="off">
      {note === undefined && isLater && <span className="small text-body-secondary">存檔後產生</span>}
      {isBorrowed && isEmpty && <span className="text-body-tertiary">—</span>}
      {note === undefined && <PlainValue field={field} value={row[field.field]} strArg={undefined} />}
      {note !== undefined && !invalid && <span className="small text-body-secondary">{noteTexts[note]}</span>}
    </output>
  )
}
