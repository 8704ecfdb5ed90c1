import Form from 'react-bootstrap/Form'
import { OptionsNote } from './OptionsNote.tsx'
import { keyOfValue, valueOfKey } from './optionKeys.ts'
import { useFieldOptions } from './useFieldOptions.ts'
import { controlAttributes, type WidgetProps } from './widget.ts'

/** The dictionary dropdown; 請選擇 where nothing is chosen or nothing need be. A stored value without option shows its key. */
export function SelectWidget(props: WidgetProps) {
  const { field, value, onChange, disabled, invalid, required } = props
  const { options, state } = useFieldOptions(props)
  const key = keyOfValue(value)
  const isUnknown = key !== '' && !options.some((option) => option.key === key)
  return (
    <>
      <Form.Select
        {...controlAttributes(props)}
        value={key}
        disabled={disabled}
        isInvalid={invalid}
        onChange={(event) => onChange(event.target.value === '' ? undefined : valueOfKey(event.target.value, field.property))}
      >
        {(!required || key === '') && <option value="">請選擇</option>}
        {isUnknown && <option value={key}>{state === 'loading' ? '載入中…' : key}</option>}
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.value}
          </option>
        ))}
      </Form.Select>
      <OptionsNote state={state} />
    </>
  )
}
