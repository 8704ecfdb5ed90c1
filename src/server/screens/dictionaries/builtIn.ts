import type { DictionaryOption, DictionaryRegistry } from './registry.ts'

const hours: readonly DictionaryOption[] = Array.from({ length: 24 }, (_unused, hour) => {
  const text = `${String(hour).padStart(2, '0')}:00`
  return { key: text, value: text }
})

const yesNo: readonly DictionaryOption[] = [
  { key: 'true', value: '是' },
  { key: 'false', value: '否' },
]

/** The two dictionaries that browsers build themselves (specification 7); the server needs them for files and checks. */
export function registerBuiltIn(dictionaries: DictionaryRegistry): void {
  dictionaries.register('OnTheHour', async () => hours)
  dictionaries.register('BoolToTwoValues', async () => yesNo)
}
