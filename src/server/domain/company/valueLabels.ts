import type { FastifyInstance } from 'fastify'
import type { Property } from '../../../language/documents/entity.ts'
import { historyTexts } from '../../records/historyLabels.ts'
import type { RecordHooks } from '../../records/hooks.ts'

/**
 * Shows the stored texts of `oldValue` and `newValue` as the history of a record does: keys by their labels, lists and rows by their
 * titles, 是 and 否, prices with the decimals of their field.
 *
 * @param fixedEntity the entity the fields belong to; left out when each row names its own in `entity`
 */
export function valueLabelHooks(app: FastifyInstance, fixedEntity?: string): RecordHooks {
  const propertyOf = (entity: unknown, field: unknown): Property | undefined => {
    const properties = app.documents.entity(fixedEntity ?? String(entity))?.properties ?? {}
    return Object.hasOwn(properties, String(field)) ? properties[String(field)] : undefined
  }
  return {
    async completeRows({ db }, rows) {
      const values = rows.flatMap(({ entity, field, oldValue, newValue }) =>
        [oldValue, newValue].map((value) => ({ property: propertyOf(entity, field), kept: typeof value === 'string' ? value : null })),
      )
      const texts = await historyTexts((name, executor, keys) => app.dictionaries.labels(name, executor, keys), db, values)
      const textOf = (value: unknown, place: number) => (typeof value === 'string' ? (texts[place] ?? '') : value)
      return rows.map((row, index) => ({
        ...row,
        oldValue: textOf(row.oldValue, 2 * index),
        newValue: textOf(row.newValue, 2 * index + 1),
      }))
    },
  }
}
