import { maskOf } from '../../language/maskedFields.ts'
import { fieldsError } from '../platform/errors.ts'
import type { FieldModel } from './model.ts'
import { maskValue } from './present.ts'

/**
 * The texts to store of a list of masked texts. A form shows masks, and sends those that nobody touched back, perhaps in another order and
 * with others between them: each becomes the stored text for which it stands.
 *
 * @param stored the list of before; undefined for a new record
 * @throws 400 for a mask that stands for nothing, or that could be one of several when some are gone
 */
export function unmaskTexts(field: FieldModel, sent: unknown, stored: unknown): unknown {
  if (field.property.items === undefined || maskOf(field.property) === undefined || !isTexts(sent)) return sent
  const texts = isTexts(stored) ? stored : []
  const kept = new Map<string, string[]>()
  for (const [index, mask] of (maskValue(field, texts) as readonly string[]).entries())
    kept.set(mask, [...(kept.get(mask) ?? []), texts[index] as string])
  return sent.map((text, index) => {
    if (!/[*○]/.test(text) || texts.includes(text)) return text
    const alike = kept.get(text) ?? []
    if (alike.length === 0) throw refusal(field, `「${text}」不是完整的內容，請輸入完整的內容`)
    if (new Set(alike).size > 1 && sent.filter((one) => one === text).length !== alike.length)
      throw refusal(field, `「${text}」有不只一筆，無法判斷留下的是哪一筆，請重新輸入完整的內容`)
    return alike[sent.slice(0, index).filter((one) => one === text).length] ?? alike.at(-1)
  })
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function refusal({ name, title }: FieldModel, text: string) {
  return fieldsError({ [name]: `${title}${text}` })
}
