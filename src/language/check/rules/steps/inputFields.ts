import type { EntityContext } from '../../../catalog/known.ts'
import type { Property } from '../../../documents/entity.ts'
import { dictionaryOf } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'
import { remarkInputs } from '../../../record/remarkInputs.ts'

/**
 * Checks that what a step asks for is kept, and fits the field in which it is stored: the one of the same name, or the one that `stamp` fills with it.
 * Otherwise the step would store a value with which the record can neither be edited nor be found.
 */
export function inputFields({ entity }: EntityContext): readonly Finding[] {
  if (entity.table !== undefined) return []
  return Object.entries(entity.transitions ?? {}).flatMap(([step, { input, stamp = {} }]) => {
    const asked = Object.entries(input?.properties ?? {})
    return asked.flatMap(([name, property]) => {
      const stamped = Object.entries(stamp).flatMap(([field, source]) => (source === `input.${name}` ? [field] : []))
      const place = ['transitions', step, 'input', 'properties', name]
      const isKept = stamped.length > 0 || Object.hasOwn(entity.properties, name) || remarkInputs.includes(name)
      if (!isKept && !isAnswer(name, property, asked)) return [lost(name, property, place)]
      return [...new Set([name, ...stamped])].flatMap((field) => {
        const stored = Object.hasOwn(entity.properties, field) ? entity.properties[field] : undefined
        if (stored === undefined) return []
        // The type of a stamped value is checked where it is stamped.
        const kind = field === name ? otherKind({ field, stored, property, place }) : []
        return kind.length > 0 ? kind : otherChoices({ field, stored, property, place })
      })
    })
  })
}

/** What is asked only to be asked: a box that has to be ticked, or a choice on which the options of another one depend. */
function isAnswer(name: string, property: Property, asked: readonly (readonly [string, Property])[]): boolean {
  return property.const !== undefined || asked.some(([, other]) => dictionaryOf(other)?.strArg === `form.${name}`)
}

function lost(name: string, { title = name }: Property, place: Place): Finding {
  const message =
    `「${title}」填了不會留下：沒有欄位「${name}」，stamp 也沒有用到它；` +
    `請新增這個欄位，或在 stamp 寫 "欄位": "input.${name}"；只需要記在異動紀錄的，名稱改用 reason 或 remark`
  return { place, at: 'key', code: 'lost-input', severity: 'warning', message }
}

interface Pair {
  readonly field: string
  /** The field in which the value is stored. */
  readonly stored: Property
  /** What the step asks for. */
  readonly property: Property
  readonly place: Place
}

function otherKind({ field, stored, property, place }: Pair): readonly Finding[] {
  if (property.type !== stored.type) {
    const message = `輸入會存入欄位「${field}」，它的型別是 ${stored.type}；請改成一樣的型別，或改用其他名稱`
    return [{ place: [...place, 'type'], code: 'wrong-type', message, suggestion: stored.type }]
  }
  if (formatOf(property) !== formatOf(stored)) {
    const wanted = stored.format === undefined ? '沒有 format' : `是 "format": "${stored.format}"`
    const message = `輸入會存入欄位「${field}」，它${wanted}；請改成一樣的格式，或改用其他名稱`
    const here = property.format === undefined ? { place, at: 'key' as const } : { place: [...place, 'format'] }
    return [{ ...here, code: 'wrong-type', message, ...(property.format !== undefined && stored.format && { suggestion: stored.format }) }]
  }
  if (property.items && stored.items)
    return otherKind({ field, stored: stored.items, property: property.items, place: [...place, 'items'] })
  return []
}

/** Formats that make another kind of value; the others only restrict a text. */
const kindsOfText: readonly unknown[] = ['date', 'date-time', 'month', 'html', 'json', 'imageDataUrl', 'fileDataUrl']

function formatOf({ format }: Property): string | undefined {
  return kindsOfText.includes(format) ? format : undefined
}

function otherChoices({ field, stored, property, place }: Pair): readonly Finding[] {
  const [wanted, asked] = [dictionaryOf(stored)?.name, dictionaryOf(property)?.name]
  if (wanted !== undefined && asked !== wanted && property.enum === undefined) {
    const message = `輸入會存入欄位「${field}」，它的選項是字典 ${wanted}；請用同一個字典，或改用其他名稱`
    if (asked === undefined) return [{ place, at: 'key', code: 'other-choices', message: `${message}：請加上 "x-dictionary": "${wanted}"` }]
    return [{ place: [...place, 'x-dictionary'], code: 'other-choices', message, suggestion: wanted }]
  }
  if (stored.enum !== undefined) return notAmong(stored.enum, { field, stored, property, place })
  if (property.items && stored.items)
    return otherChoices({ field, stored: stored.items, property: property.items, place: [...place, 'items'] })
  return []
}

/** A step may offer fewer choices than the field has, but no others. */
function notAmong(choices: readonly (string | number)[], { field, property, place }: Pair): readonly Finding[] {
  const known = choices.map(String)
  if (property.enum === undefined) {
    const message = `輸入會存入欄位「${field}」，它只有 ${known.join('、')} 可選；請加上 "enum": ${JSON.stringify(choices)}，或改用其他名稱`
    return [{ place, at: 'key', code: 'other-choices', message }]
  }
  return property.enum.flatMap((choice, index): readonly Finding[] =>
    choices.includes(choice)
      ? []
      : [
          {
            place: [...place, 'enum', index],
            code: 'other-choices',
            ...unknownName(`輸入會存入欄位「${field}」，它沒有選項「${choice}」`, String(choice), known),
          },
        ],
  )
}
