import { useEffect, useRef } from 'react'
import type { Choice } from '../../../answers/records.ts'
import type { ResolvedReference } from '../../../language/resolved.ts'
import { OptionPicker } from '../../shared/choices/OptionPicker.tsx'
import { useChoices } from '../../shared/choices/useChoices.ts'
import { TextWidget } from '../text/TextWidget.tsx'
import { textOf, type WidgetProps } from '../widget.ts'

/** Chooses a record of another entity, found by a part of its number or name. */
export function ReferenceEditor(props: WidgetProps) {
  const { reference } = props.field
  return reference === undefined ? <TextWidget {...props} /> : <RecordPicker {...props} reference={reference} />
}

function RecordPicker({ reference, ...props }: WidgetProps & { readonly reference: ResolvedReference }) {
  const { id, field, value, onChange, setFields, readForm, disabled, invalid, required, describedBy } = props
  const key = textOf(value)
  const readMerchant = () => (reference.merchant === undefined ? undefined : textOf(readForm()[reference.merchant]) || undefined)
  const name = reference.name === undefined ? '' : textOf(readForm()[reference.name])
  const { found, chosen, search, isBusy, note } = useChoices(reference, key, readMerchant, name === '' ? undefined : name)
  const choose = (next: string | undefined) => {
    onChange(next)
    const record = found.find((choice) => choice.key === next)
    // What was taken over may have been changed by hand, and stays when nothing is chosen any more.
    const copies = record === undefined ? [] : Object.entries(reference.copies ?? {})
    const copied = copies.map(([name, source]) => [name, record?.values[source] ?? undefined] as const)
    const changed = { ...shownOf(reference, record), ...Object.fromEntries(copied) }
    if (Object.keys(changed).length > 0) setFields(changed)
  }
  useShown({ reference, chosen: disabled ? null : chosen, readForm, setFields })
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

/** What the form, or the row, shows of a record; of none, nothing. */
function shownOf({ shows, name }: ResolvedReference, record: Choice | undefined): Readonly<Record<string, unknown>> {
  return {
    ...(name !== undefined && { [name]: record?.label ?? undefined }),
    ...Object.fromEntries(shows.map((shown) => [shown, record?.values[shown] ?? undefined])),
  }
}

type ShownInput = Pick<WidgetProps, 'readForm' | 'setFields'> & { readonly reference: ResolvedReference; readonly chosen: Choice | null }

/** Shows what belongs to a number that was not chosen here: pasted, imported, or copied from another record. */
function useShown(input: ShownInput) {
  const latest = useRef(input)
  latest.current = input
  const { chosen } = input
  useEffect(() => {
    if (chosen === null) return
    const { reference, readForm, setFields } = latest.current
    const form = readForm()
    const missing = Object.entries(shownOf(reference, chosen)).filter(([name, value]) => value !== undefined && (form[name] ?? '') === '')
    if (missing.length > 0) setFields(Object.fromEntries(missing))
  }, [chosen])
}

function optionOf({ key, label }: Choice) {
  return { key, value: label === null ? key : `${key} ${label}` }
}
