import { FieldValue } from '../../shared/values/FieldValue.tsx'
import type { WidgetProps } from '../widget.ts'

/** A value that is shown and cannot be entered. */
export function ReadonlyWidget({ id, field, value, strArg, describedBy }: WidgetProps) {
  return (
    <output id={id} className="record-form-value" aria-labelledby={`${id}_label`} aria-describedby={describedBy}>
      <FieldValue field={field} value={value} strArg={strArg} />
    </output>
  )
}
