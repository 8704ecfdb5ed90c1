import { historyTexts, labelFinder } from '../history/historyLabels.ts'
import { labelOf, textOf } from '../history/historyLog.ts'
import type { StoredRecord } from '../hooks.ts'
import type { OpenWrite } from '../services.ts'

/** What tells records from each other, by id: their keys, with the name where a key is missing or several of them share it. */
export async function recordNames(
  write: Pick<OpenWrite, 'prepared' | 'trx'>,
  records: readonly StoredRecord[],
): Promise<ReadonlyMap<number, string>> {
  const { key } = write.prepared.model.entity
  const isShared = sharedAmong(records.map((record) => record[key]))
  const shared = records.filter((record) => isShared(record[key]))
  const names = await fullNames(write, shared)
  return new Map([
    ...records.map((record) => [record.id, labelOf(write, record)] as const),
    ...shared.flatMap(({ id }, index) => (names[index] ? [[id, names[index]] as const] : [])),
  ])
}

/** Whether a key names none of these records alone. */
function sharedAmong(keys: readonly unknown[]): (key: unknown) => boolean {
  const [once, more] = [new Set<unknown>(), new Set<unknown>([null, undefined])]
  for (const key of keys) (once.has(key) ? more : once).add(key)
  return (key) => more.has(key)
}

/** Keys and names as texts for people, in the same order. */
async function fullNames(
  { prepared, trx }: Pick<OpenWrite, 'prepared' | 'trx'>,
  records: readonly StoredRecord[],
): Promise<readonly string[]> {
  const { model } = prepared
  const fields = [...new Set([model.entity.key, model.entity.label])].flatMap((name) => model.fields.get(name) ?? [])
  const values = records.flatMap((record) => fields.map((field) => ({ property: field.property, kept: textOf(field, record[field.name]) })))
  const texts = await historyTexts(labelFinder(prepared), trx, values)
  return records.map((_, index) => {
    const own = texts.slice(index * fields.length, (index + 1) * fields.length)
    return own.filter((text) => text !== '').join(' ')
  })
}
