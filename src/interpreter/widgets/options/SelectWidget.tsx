import Form from 'react-bootstrap/Form'
import { OptionPicker } from '../../shared/choices/OptionPicker.tsx'
import { controlAttributes, type WidgetProps } from '../widget.ts'
import { OptionsNote } from './OptionsNote.tsx'
import { keyOfValue, valueOfKey } from './optionKeys.ts'
import { useFieldOptions } from './useFieldOptions.ts'

/** A dictionary with more options than this gets a picker with a search. */
const listedMax = 15

/**
 * A dropdown for a dictionary, with 請選擇 when nothing is chosen or the field is optional. A stored value without an option shows its key.
 */
export function SelectWidget(props: WidgetProps) {
  const { id, field, value, onChange, disabled, invalid, required, describedBy } = props
  const { options, state } = useFieldOptions(props)
  const key = keyOfValue(value)
  const choose = (next: string | undefined) => onChange(next === undefined || next === '' ? undefined : valueOfKey(next, field.property))
  if (options.length > listedMax) {
    return (
      <OptionPicker
        {...{ id, disabled, invalid, required, describedBy, options }}
        title={field.title}
        chosen={key === '' ? [] : [key]}
        onChange={([next]) => choose(next)}
      />
    )
  }
  const isUnknown = key !== '' && !options.some((option) => option.key === key)
  return (
    <>
      <Form.Select
        {...controlAttributes(props)}
        value={key}
        disabled={disabled}
        isInvalid={invalid}
        onChange={(event) => choose(event.target.value)}
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
