import { deepEquals } from '@rjsf/utils'
import { memo, useCallback } from 'react'
import type { ResolvedField } from '../../language/resolved.ts'
import { FilledFromDictionary } from '../widgets/FilledFromDictionary.tsx'
import type { RowErrors } from '../widgets/widget.ts'
import { groupWidgets, widgets } from '../widgets/widgetTable.ts'
import { FieldBox } from './FieldBox.tsx'

export interface FieldControlProps {
  readonly id: string
  readonly field: ResolvedField
  readonly value: unknown
  readonly required: boolean
  readonly disabled: boolean
  readonly strArg: string | undefined
  /** Texts of the field itself, one per line; '' without. */
  readonly error: string
  readonly rowErrors: RowErrors | undefined
  readonly onFieldChange: (field: string, value: unknown) => void
  readonly setFields: (values: Readonly<Record<string, unknown>>) => void
}

/**
 * One field of a form: label, control, help and error text. It renders again only when something of its own changes;
 * RJSF copies the form's data at every key, so values are compared by content.
 */
export const FieldControl = memo(function FieldControl(props: FieldControlProps) {
  const { id, field, onFieldChange } = props
  const name = field.field
  const onChange = useCallback((value: unknown) => onFieldChange(name, value), [name, onFieldChange])
  const Control = widgets[field.widget]
  const help = field.ui.help ?? field.property.description
  const describedBy = [help ? `${id}_help` : '', props.error ? `${id}_error` : ''].filter(Boolean).join(' ')
  return (
    <FieldBox id={id} field={field} required={props.required} help={help} error={props.error} isGroup={groupWidgets.has(field.widget)}>
      <Control
        id={id}
        field={field}
        value={props.value}
        onChange={onChange}
        disabled={props.disabled}
        required={props.required}
        invalid={props.error !== '' || props.rowErrors !== undefined}
        describedBy={describedBy === '' ? undefined : describedBy}
        strArg={props.strArg}
        rowErrors={props.rowErrors}
        setFields={props.setFields}
      />
      {field.property['x-from'] !== undefined && (
        <FilledFromDictionary field={field} value={props.value} strArg={props.strArg} onChange={onChange} />
      )}
    </FieldBox>
  )
}, isSame)

function isSame(before: FieldControlProps, after: FieldControlProps): boolean {
  const { value, rowErrors, ...rest } = before
  const names = Object.keys(rest) as (keyof typeof rest)[]
  return names.every((name) => before[name] === after[name]) && deepEquals(value, after.value) && deepEquals(rowErrors, after.rowErrors)
}
