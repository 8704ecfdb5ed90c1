import type { Choice } from '../../answers/records.ts'
import type { ResolvedReference } from '../../language/resolved.ts'
import { OptionPicker } from '../shared/choices/OptionPicker.tsx'
import { useChoices } from '../shared/choices/useChoices.ts'
import { TextWidget } from './TextWidget.tsx'
import { textOf, type WidgetProps } from './widget.ts'

/** Chooses a record of another entity, found by a part of its number or name. */
export function ReferenceEditor(props: WidgetProps) {
  const { reference } = props.field
  return reference === undefined ? <TextWidget {...props} /> : <RecordPicker {...props} reference={reference} />
}

function RecordPicker({ reference, ...props }: WidgetProps & { readonly reference: ResolvedReference }) {
  const { id, field, value, onChange, setFields, readForm, disabled, invalid, required, describedBy } = props
  const key = textOf(value)
  const readMerchant = () => (reference.merchant === undefined ? undefined : textOf(readForm()[reference.merchant]) || undefined)
  const { found, chosen, search, isBusy, note } = useChoices(reference, key, readMerchant)
  const choose = (next: string | undefined) => {
    onChange(next)
    const record = found.find((choice) => choice.key === next)
    const values = record?.values ?? {}
    // What was taken over may have been changed by hand, and stays when nothing is chosen any more.
    const copies = record === undefined ? [] : Object.entries(reference.copies ?? {})
    const changed = [...reference.shows.map((name) => [name, name] as const), ...copies]
    if (changed.length > 0) setFields(Object.fromEntries(changed.map(([name, source]) => [name, values[source] ?? undefined])))
  }
  // The picker names the chosen record also when the last search did not find it.
  const options = chosen === null || found.includes(chosen) ? found : [...found, chosen]
  return (
    <OptionPicker
      {...{ id, disabled, invalid, required, describedBy, note }}
      title={field.title}
      options={options.map(optionOf)}
      chosen={key === '' ? [] : [key]}
      onChange={([next]) => choose(next)}
      onSearch={search}
      busy={isBusy}
    />
  )
}

function optionOf({ key, label }: Choice) {
  return { key, value: label === null ? key : `${key} ${label}` }
}
