import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Property } from '../../../language/documents/entity.ts'
import { maskOf } from '../../../language/entity/maskedFields.ts'
import { looksMasked, masks } from '../../../rules/masks.ts'
import { fieldsError } from '../../platform/errors.ts'
import type { FieldModel } from '../model.ts'

/**
 * Rows inside a record (e.g. lines of a sheet) with masked columns are sent to a form with a sealed copy of the masked values, and come
 * back with it. A row that the user did not touch, or copied into a new record, keeps its values although the browser never had them.
 */

/** Name of the sealed copy in a row. No column can have this name. */
const sealName = '_masked'
const nonceLength = 12
const tagLength = 16

/** Shown in place of a stored secret. Sent back unchanged, it means "not changed". */
export const secretText = '********'

type Row = Readonly<Record<string, unknown>>

/** The masked columns of a list of rows, by name. */
function maskedColumns({ items }: Property): readonly (readonly [string, Property])[] {
  return Object.entries(items?.properties ?? {}).filter(([, property]) => maskOf(property) !== undefined)
}

/** Rows for a form. `masked` is the masked form of `value`. */
export function sealRows(field: FieldModel, value: unknown, masked: unknown, key: Uint8Array): unknown {
  const columns = maskedColumns(field.property)
  if (columns.length === 0 || !Array.isArray(value) || !Array.isArray(masked)) return masked
  return masked.map((row: unknown, index) => {
    const stored = value[index] as unknown
    if (!isRow(row) || !isRow(stored)) return row
    const hidden = Object.fromEntries(columns.flatMap(([name]) => (typeof stored[name] === 'string' ? [[name, stored[name]]] : [])))
    return Object.keys(hidden).length === 0 ? row : { ...row, [sealName]: seal(key, field.name, JSON.stringify(hidden)) }
  })
}

/**
 * Rows to store, from what a form sent. An unchanged mask becomes its value again; a new entry is stored as entered.
 *
 * @throws 400 at the cell for a mask without its value, e.g. one that was typed
 */
export function unsealRows(field: FieldModel, sent: unknown, key: Uint8Array): unknown {
  const columns = maskedColumns(field.property)
  if (columns.length === 0 || !Array.isArray(sent)) return sent
  return sent.map((row: unknown, index) => {
    if (!isRow(row)) return row
    const { [sealName]: sealed, ...rest } = row
    const hidden = typeof sealed === 'string' ? open(key, field.name, sealed) : {}
    const restored = columns.flatMap(([name, property]) =>
      restoredCell(field, { index, name, property, sent: rest[name], hidden: hidden[name] }),
    )
    return { ...rest, ...Object.fromEntries(restored) }
  })
}

interface RestoredCellInput {
  readonly index: number
  readonly name: string
  readonly property: Property
  readonly sent: unknown
  readonly hidden: unknown
}

function restoredCell(
  field: FieldModel,
  { index, name, property, sent, hidden }: RestoredCellInput,
): readonly (readonly [string, unknown])[] {
  const mask = maskOf(property)
  if (mask === undefined || typeof sent !== 'string') return []
  const shown = typeof hidden !== 'string' || mask === 'secret' ? secretText : masks[mask](hidden)
  if (typeof hidden === 'string' && shown === sent) return [[name, hidden]]
  if (mask === 'secret' ? sent !== secretText : !looksMasked(sent)) return []
  throw fieldsError({ [`${field.name}.${index}.${name}`]: `第 ${index + 1} 列請輸入完整的${property.title ?? name}` })
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The nonce is derived from the text, so that equal rows have equal seals, and a form can tell whether a row changed. */
function seal(key: Uint8Array, context: string, text: string): string {
  const nonce = createHmac('sha256', key).update(`${context}\n${text}`).digest().subarray(0, nonceLength)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), nonce)
  cipher.setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Opens a seal that was made for the same field; returns an empty row for anything that this server did not make. */
function open(key: Uint8Array, context: string, sealed: string): Row {
  try {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8')
    return JSON.parse(text) as Row
  } catch {
    return {}
  }
}

const cipherKey = (key: Uint8Array): Buffer => createHmac('sha256', key).update('masked rows').digest()
