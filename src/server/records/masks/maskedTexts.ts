import { maskOf } from '../../../language/entity/maskedFields.ts'
import { looksMasked } from '../../../rules/masks.ts'
import { fieldsError } from '../../platform/errors.ts'
import type { FieldModel } from '../model.ts'
import { maskValue } from './present.ts'

/**
 * What to store of a masked text, or of a list of them. A form shows masks, and sends those that nobody touched back; those of a list perhaps
 * in another order and with others between them. Each becomes the stored text for which it stands.
 *
 * @param stored what was there before; undefined for a new record
 * @throws 400 for a mask that stands for nothing, or that could be one of several when some are gone
 */
export function unmaskTexts(field: FieldModel, sent: unknown, stored: unknown): unknown {
  const mask = maskOf(field.property)
  if (mask === undefined) return sent
  if (isTexts(sent)) return unmaskList(field, sent, stored)
  // A secret has one mask for all, and may itself have any character.
  return typeof sent === 'string' && mask !== 'secret' ? unmaskText(field, sent, stored) : sent
}

function unmaskText(field: FieldModel, sent: string, stored: unknown): unknown {
  if (!looksMasked(sent) || sent === stored) return sent
  if (typeof stored === 'string' && maskValue(field, stored) === sent) return stored
  throw incomplete(field, sent)
}

function unmaskList(field: FieldModel, sent: readonly string[], stored: unknown): unknown {
  const isSecret = maskOf(field.property) === 'secret'
  const texts = isTexts(stored) ? stored : []
  const kept = new Map<string, string[]>()
  for (const [index, mask] of (maskValue(field, texts) as readonly string[]).entries())
    kept.set(mask, [...(kept.get(mask) ?? []), texts[index] as string])
  return sent.map((text, index) => {
    if (texts.includes(text) || !(kept.has(text) || (!isSecret && looksMasked(text)))) return text
    const alike = kept.get(text) ?? []
    if (alike.length === 0) throw incomplete(field, text)
    if (new Set(alike).size > 1 && sent.filter((one) => one === text).length !== alike.length)
      throw refusal(field, `「${text}」有不只一筆，無法判斷留下的是哪一筆，請重新輸入完整的內容`)
    return alike[sent.slice(0, index).filter((one) => one === text).length] ?? alike.at(-1)
  })
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function incomplete(field: FieldModel, text: string) {
  return refusal(field, `「${text}」不是完整的內容，請輸入完整的內容`)
}

function refusal({ name, title }: FieldModel, text: string) {
  return fieldsError({ [name]: `${title}${text}` })
}
