import { useCallback, useSyncExternalStore } from 'react'
import type { ResolvedField } from '../../../language/resolved.ts'
import { FieldValue } from '../../shared/values/FieldValue.tsx'
import { useFormFrame } from '../frame/FormFrameContext.ts'
import { fieldId } from '../values/formDefinition.ts'
import { isEmptyValue } from '../values/formValues.ts'
import { FieldBox } from './FieldBox.tsx'
import type { FieldStore } from './fieldStore.ts'

interface FormulaFieldProps {
  readonly field: ResolvedField
  readonly store: FieldStore
}

/** The result of a formula, or something of the record that was chosen, which follows the input. It is no live region, because it would interrupt a screen reader with every key. */
export function FormulaField({ field, store }: FormulaFieldProps) {
  const { formId } = useFormFrame()
  const name = field.field
  const subscribe = useCallback((listener: () => void) => store.subscribe(name, listener), [store, name])
  const { value, strArg, error, note } = useSyncExternalStore(subscribe, () => store.read(name))
  const id = fieldId(formId, name)
  return (
    <FieldBox
      id={id}
      field={field}
      required={false}
      help={(error === '' ? note : undefined) ?? field.ui.help ?? field.property.description}
      error={error}
      isGroup
    >
      <output
        id={id}
        className="record-form-value"
        aria-labelledby={`${id}_label`}
        aria-live="off"
        tabIndex={error === '' ? undefined : -1}
      >
        {isEmptyValue(value) ? <span className="text-body-tertiary">—</span> : <FieldValue field={field} value={value} strArg={strArg} />}
      </output>
    </FieldBox>
  )
}
