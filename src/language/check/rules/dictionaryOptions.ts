import type { Dictionary } from '../../documents/dictionary.ts'
import { checkRepeated } from '../fieldRule.ts'
import type { Names } from '../known.ts'
import type { Finding } from '../source.ts'

/** A key stands once in a dictionary (below one parent), and the dictionary has a name that code does not answer to. */
export function dictionaryOptions(dictionary: Dictionary, names: Names): readonly Finding[] {
  const keys = dictionary.options.map((option) => (option.parent === undefined ? option.key : `${option.parent} / ${option.key}`))
  const message = `字典「${dictionary.name}」由程式提供，寫在文件中的選項不會被使用，請改用其他名稱`
  const taken: readonly Finding[] = names.codeDictionaries.has(dictionary.name) ? [{ place: ['name'], code: 'reserved-name', message }] : []
  return [...taken, ...checkRepeated(keys, (index) => ['options', index, 'key'], '代碼')]
}
