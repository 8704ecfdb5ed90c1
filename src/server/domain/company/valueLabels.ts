import type { FastifyInstance } from 'fastify'
import { figureText } from '../../../rules/figures.ts'
import type { RecordHooks } from '../../records/hooks.ts'

/**
 * Shows the stored texts of `oldValue` and `newValue` as people know them: 是 and 否, prices and percentages with the decimals of their
 * field, and the labels of dictionaries that are documents. Values of other dictionaries (companies, banks) stay as they are stored.
 *
 * @param fixedEntity the entity the fields belong to; left out when each row names its own in `entity`
 */
export function valueLabelHooks(app: FastifyInstance, fixedEntity?: string): RecordHooks {
  const labelOf = (entity: unknown, field: unknown, value: unknown): unknown => {
    if (typeof value !== 'string') return value
    const properties = app.documents.entity(fixedEntity ?? String(entity))?.properties ?? {}
    const property = Object.hasOwn(properties, String(field)) ? properties[String(field)] : undefined
    if (property?.type === 'boolean') return value === 'true' ? '是' : '否'
    const use = property?.['x-dictionary']
    const isFigure = property?.type === 'number' && use === undefined && !Number.isNaN(Number(value))
    if (isFigure) return figureText(Number(value), property['x-format'], property['x-decimals'])
    if (use === undefined) return value
    const dictionary = app.documents.current().dictionaries.get(typeof use === 'string' ? use : use.name)
    return dictionary?.options.find((option) => option.key === value)?.value ?? value
  }
  return {
    present: (_context, { entity, field, oldValue, newValue, ...rest }) => ({
      ...rest,
      entity,
      field,
      oldValue: labelOf(entity, field, oldValue),
      newValue: labelOf(entity, field, newValue),
    }),
  }
}
