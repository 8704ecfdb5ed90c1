import { useCallback, useSyncExternalStore } from 'react'
import type { ResolvedField } from '../../../language/resolved.ts'
import { FilledFromDictionary } from '../../widgets/options/FilledFromDictionary.tsx'
import { groupWidgets, widgets } from '../../widgets/widgetTable.ts'
import { useFormFrame } from '../frame/FormFrameContext.ts'
import { fieldId } from '../values/formDefinition.ts'
import { FieldBox } from './FieldBox.tsx'
import type { FieldStore } from './fieldStore.ts'

interface FieldControlProps {
  readonly field: ResolvedField
  readonly store: FieldStore
  readonly onFieldChange: (field: string, value: unknown) => void
  readonly setFields: (values: Readonly<Record<string, unknown>>) => void
}

/** One field of a form: label, control, help and error text. It is drawn again only when its own view changes. */
export function FieldControl({ field, store, onFieldChange, setFields }: FieldControlProps) {
  const { formId, disabled } = useFormFrame()
  const name = field.field
  const subscribe = useCallback((listener: () => void) => store.subscribe(name, listener), [store, name])
  const view = useSyncExternalStore(subscribe, () => store.read(name))
  const onChange = useCallback((value: unknown) => onFieldChange(name, value), [name, onFieldChange])
  const Control = widgets[field.widget]
  const id = fieldId(formId, name)
  const help = field.ui.help ?? field.property.description
  const describedBy = [help ? `${id}_help` : '', view.error ? `${id}_error` : ''].filter(Boolean).join(' ')
  return (
    <FieldBox id={id} field={field} required={view.required} help={help} error={view.error} isGroup={groupWidgets.has(field.widget)}>
      <Control
        id={id}
        field={field}
        value={view.value}
        onChange={onChange}
        disabled={disabled || view.readonly}
        required={view.required}
        invalid={view.error !== '' || view.rowErrors !== undefined}
        describedBy={describedBy === '' ? undefined : describedBy}
        strArg={view.strArg}
        rowErrors={view.rowErrors}
        setFields={setFields}
        readForm={store.values}
      />
      {field.property['x-from'] !== undefined && field.dictionary !== undefined && (
        <FilledFromDictionary field={field} value={view.value} strArg={view.strArg} onChange={onChange} />
      )}
    </FieldBox>
  )
}
