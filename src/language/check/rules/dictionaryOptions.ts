import type { Dictionary } from '../../documents/dictionary.ts'
import { checkRepeated } from '../fieldRule.ts'
import type { Finding } from '../source.ts'

/** A key stands once in a dictionary (below one parent). */
export function dictionaryOptions(dictionary: Dictionary): readonly Finding[] {
  const keys = dictionary.options.map((option) => (option.parent === undefined ? option.key : `${option.parent} / ${option.key}`))
  return checkRepeated(keys, (index) => ['options', index, 'key'], '代碼')
}
