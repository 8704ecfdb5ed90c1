import type { DictionaryOption } from '../../../answers/dictionaries.ts'
import type { Catalog } from '../../../language/catalog/catalog.ts'
import type { DictionaryRegistry } from './registry.ts'

const hours: readonly DictionaryOption[] = Array.from({ length: 24 }, (_unused, hour) => {
  const text = `${String(hour).padStart(2, '0')}:00`
  return { key: text, value: text }
})

const yesNo: readonly DictionaryOption[] = [
  { key: 'true', value: '是' },
  { key: 'false', value: '否' },
]

/**
 * Registers the built-in dictionaries: two that browsers build themselves (specification 7) and the server needs for files and checks, and
 * the titles of all entities, which the logs show.
 */
export function registerBuiltIn(dictionaries: DictionaryRegistry, catalog: () => Catalog): void {
  dictionaries.register('OnTheHour', async () => hours, undefined, true)
  dictionaries.register('BoolToTwoValues', async () => yesNo, undefined, true)
  dictionaries.register('Entity', async () => [...catalog().entities.values()].map(({ name, title }) => ({ key: name, value: title })))
}
