import { useEffect, useRef } from 'react'
import { useDictionary } from '../../../client/dictionaries.ts'
import { textOf, type WidgetProps } from '../widget.ts'

/**
 * Fills a field with the single option of its dictionary when the argument of the dictionary changes: the zip code of a district. A value
 * that begins with the option is kept (three digits given, six entered). Draws nothing.
 */
export function FilledFromDictionary({ field, value, strArg, onChange }: Pick<WidgetProps, 'field' | 'value' | 'strArg' | 'onChange'>) {
  const { options, state } = useDictionary(field.dictionary, strArg)
  const settledArgument = useRef(strArg)
  useEffect(() => {
    if (settledArgument.current === strArg || state === 'loading') return
    settledArgument.current = strArg
    const only = options.length === 1 ? options[0]?.key : undefined
    if (only !== undefined && !textOf(value).startsWith(only)) onChange(only)
  }, [strArg, state, options, value, onChange])
  return null
}
