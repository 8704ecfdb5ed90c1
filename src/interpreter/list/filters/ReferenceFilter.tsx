import { useRef } from 'react'
import type { Choice } from '../../../answers/records.ts'
import type { ResolvedReference } from '../../../language/resolved.ts'
import { OptionPicker } from '../../shared/choices/OptionPicker.tsx'
import { useChoices } from '../../shared/choices/useChoices.ts'
import type { FilterControlProps } from './filterControlProps.ts'
import { valuesOf } from './filterDraft.ts'

/** Filter for the records that the rows of a list refer to, found by a part of their number or name. */
export function ReferenceFilter(props: FilterControlProps & { readonly reference: ResolvedReference }) {
  const { id, filter, draft, onChange, problemId, reference } = props
  const chosen = valuesOf(draft, filter.field)
  const choices = useChoices(reference, chosen[0] ?? '', () => undefined)
  // What was found before keeps its name while something else is searched.
  const names = useRef(new Map<string, Choice>())
  for (const choice of [...choices.found, ...(choices.chosen ? [choices.chosen] : [])]) names.current.set(choice.key, choice)
  const others = chosen.filter((key) => !choices.found.some((choice) => choice.key === key))
  const options = [...choices.found, ...others.map((key) => names.current.get(key) ?? { key, label: null })].map(optionOf)
  return (
    <OptionPicker
      id={id}
      title={filter.title}
      options={options}
      chosen={chosen}
      onChange={(keys) => onChange(filter.field, keys)}
      onSearch={choices.search}
      several={filter.ops.includes('in')}
      small
      invalid={problemId !== undefined}
      describedBy={problemId}
      busy={choices.isBusy}
      note={choices.note}
    />
  )
}

function optionOf({ key, label }: Pick<Choice, 'key' | 'label'>) {
  return { key, value: label === null ? key : `${key} ${label}` }
}
