import { useEffect, useMemo, useRef, useState } from 'react'
import { useDictionary } from '../../../client/dictionaries.ts'
import type { PlainOption } from '../../../rules/dictionaryOptions.ts'
import { listOrEmpty, type WidgetProps } from '../widget.ts'
import { keyOfValue, ownOptions } from './optionKeys.ts'

interface FieldOptions {
  readonly options: readonly PlainOption[]
  readonly state: 'loading' | 'ready' | 'error' | 'waiting'
}

/**
 * The options of a field. When the field on which they depend changes, a value that is not among the new options is cleared. A value that
 * came with the record is kept and offered, even if its option has ended.
 */
export function useFieldOptions({
  field,
  strArg,
  value,
  onChange,
}: Pick<WidgetProps, 'field' | 'strArg' | 'value' | 'onChange'>): FieldOptions {
  // A form may have other texts for true and false (`labels`), so they are not taken from BoolToTwoValues.
  const source = field.property.type === 'boolean' ? undefined : field.dictionary
  const dictionary = useDictionary(source, strArg)
  const own = useMemo(() => ownOptions(field), [field])
  const [stored] = useState(() => new Set([value].flat().map(keyOfValue)))
  const offered = useMemo(
    () => withinEnum(dictionary.options, field.property.enum).filter((option) => !option.ended || stored.has(option.key)),
    [dictionary.options, field, stored],
  )
  const { options, state } = source ? { options: offered, state: dictionary.state } : { options: own, state: 'ready' as const }
  const settledArgument = useRef(strArg)

  useEffect(() => {
    if (settledArgument.current === strArg || state === 'loading') return
    settledArgument.current = strArg
    if (state === 'error' || value === undefined) return
    const keys = new Set(options.map((option) => option.key))
    if (!Array.isArray(value)) {
      if (!keys.has(keyOfValue(value))) onChange(undefined)
      return
    }
    const kept = value.filter((item) => keys.has(keyOfValue(item)))
    if (kept.length < value.length) onChange(listOrEmpty(kept))
  }, [strArg, state, options, value, onChange])

  return { options, state }
}

/** Restricts the options of a dictionary to the `enum` of the field. */
function withinEnum(options: readonly PlainOption[], allowed: readonly unknown[] | undefined): readonly PlainOption[] {
  return allowed === undefined ? options : options.filter((option) => allowed.some((value) => String(value) === option.key))
}
