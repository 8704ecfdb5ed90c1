import type { DictionaryOption } from '../answers/dictionaries.ts'

/** The 24 full hours, 00:00 to 23:00; key and label are the same. */
function onTheHour(): readonly DictionaryOption[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const text = `${String(hour).padStart(2, '0')}:00`
    return { key: text, value: text }
  })
}

/** true and false as options, with changeable labels (specification, section 7). */
function boolToTwoValues({ trueValue = '是', falseValue = '否' } = {}): readonly DictionaryOption[] {
  return [
    { key: 'true', value: trueValue },
    { key: 'false', value: falseValue },
  ]
}

/**
 * Dictionaries that are made in the browser; undefined for all others.
 *
 * @param strArg labels for BoolToTwoValues: `trueValue|falseValue`
 */
export function localDictionary(name: string, strArg?: string): readonly DictionaryOption[] | undefined {
  if (name === 'OnTheHour') return onTheHour()
  if (name !== 'BoolToTwoValues') return undefined
  const [trueValue, falseValue] = strArg?.split('|') ?? []
  return boolToTwoValues({ ...(trueValue && { trueValue }), ...(falseValue && { falseValue }) })
}
