import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import { dictionaryOf } from '../../../entity/property.ts'
import { type CopySource, copySource, whyNotShown } from '../../../entity/references.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { findOtherField } from '../../otherField.ts'

type Properties = Entity['properties']

/** Checks what fields take over from the record that is chosen beside them (`x-from`): it must be there, open to be shown, and fit. */
export function copiedValues({ entity, names }: EntityContext): readonly Finding[] {
  const inputs = Object.entries(entity.transitions ?? {}).flatMap(([step, { input }]) =>
    copies(input?.properties ?? {}).map(({ name }) => ({
      place: ['transitions', step, 'input', 'properties', name, 'x-from'],
      at: 'key' as const,
      code: 'no-effect',
      message: '步驟的輸入不能帶入另一筆資料的值，請移除',
    })),
  )
  const rows = Object.entries(entity.properties).flatMap(([list, { items }]) =>
    ofSiblings(items?.properties ?? {}, ['properties', list, 'items', 'properties'], names),
  )
  return [...ofSiblings(entity.properties, ['properties'], names), ...rows, ...inputs]
}

interface Copy {
  readonly name: string
  readonly property: Property
  readonly source: CopySource
}

function copies(properties: Properties): readonly Copy[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const source = copySource(property)
    return source === null ? [] : [{ name, property, source }]
  })
}

function ofSiblings(properties: Properties, place: Place, names: Names): readonly Finding[] {
  return copies(properties).flatMap((copy) => checkCopy(copy, properties, [...place, copy.name, 'x-from'], names))
}

function checkCopy({ name, property, source }: Copy, properties: Properties, place: Place, names: Names): readonly Finding[] {
  const code = 'copied-value'
  if (property['x-computed'] === true) return [{ place, code, message: `「${name}」由系統產生，不能帶入另一筆資料的值` }]
  const at = { place, beside: properties, why: '帶入的值須來自旁邊挑選的資料' }
  const { property: copied, findings } = findOtherField(source, at, names)
  if (copied === undefined) return findings
  const why = whyNotShown(copied) ?? whyNotSame(property, copied)
  return why === null ? [] : [{ place, code, message: `「${source.field}」${why}` }]
}

function whyNotSame(property: Property, copied: Property): string | null {
  const isNumber = property.type === 'number' && copied.type === 'integer'
  if (property.type !== copied.type && !isNumber) return `的型別是 ${copied.type}，不能帶入 ${property.type}`
  if ((property.format ?? null) !== (copied.format ?? null)) return '的格式（format）不同，不能帶入'
  const [own, theirs] = [dictionaryOf(property)?.name, dictionaryOf(copied)?.name]
  return own !== undefined && own !== theirs ? '的字典不同，不能帶入' : null
}
