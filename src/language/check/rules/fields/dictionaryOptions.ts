import type { Names } from '../../../catalog/known.ts'
import type { Dictionary } from '../../../documents/dictionary.ts'
import type { Finding } from '../../../findings/source.ts'
import { checkRepeated } from '../../fieldRule.ts'
import { renamedOptions } from '../entity/renames.ts'

/** Checks that a key occurs once in a dictionary (under one parent), and that code has no dictionary of the same name. */
export function dictionaryOptions(dictionary: Dictionary, names: Names): readonly Finding[] {
  const keys = dictionary.options.map((option) => (option.parent === undefined ? option.key : `${option.parent} / ${option.key}`))
  const message = `字典「${dictionary.name}」由程式提供，寫在文件中的選項不會被使用，請改用其他名稱`
  const taken: readonly Finding[] = names.codeDictionaries.has(dictionary.name) ? [{ place: ['name'], code: 'reserved-name', message }] : []
  return [
    ...taken,
    ...checkRepeated(keys, (index) => ['options', index, 'key'], '代碼'),
    ...optionNames(dictionary),
    ...renamedOptions(dictionary),
  ]
}

/** If one option has a name, every option needs a unique name, because code uses the codes by name. */
function optionNames({ options }: Dictionary): readonly Finding[] {
  if (options.every((option) => option.name === undefined)) return []
  const message = '程式依此字典的代碼運作，每個選項都要有 name；新增代碼須先與開發人員確認'
  const unnamed = options.flatMap((option, index): Finding[] =>
    option.name === undefined ? [{ place: ['options', index], code: 'missing-name', message }] : [],
  )
  const names = options.map((option, index) => option.name ?? `${index}`)
  return [...unnamed, ...checkRepeated(names, (index) => ['options', index, 'name'], '英文名稱')]
}
