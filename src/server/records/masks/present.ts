import type { Property } from '../../../language/documents/entity.ts'
import { isMasked, unmaskAction } from '../../../language/entity/maskedFields.ts'
import { holdsFiles } from '../../../language/entity/property.ts'
import { attachedFilesOf } from '../../../rules/attachedFiles.ts'
import { masks } from '../../../rules/masks.ts'
import { readableFields } from '../allowedFields.ts'
import type { Place, RecordValues, StoredRecord } from '../hooks.ts'
import type { FieldModel } from '../model.ts'
import type { PreparedCall } from '../services.ts'
import { sealRows, secretText } from './maskedRows.ts'

/**
 * A record as it is sent: only fields that the screen shows, personal data masked, no secrets. Calls without a screen (jobs, domain code)
 * get the record unchanged.
 */
export function present(prepared: PreparedCall, record: StoredRecord, place: Place = 'record'): StoredRecord {
  return presentAs(prepared, record, place, false)
}

/** The same without masks. The caller must have checked {@link mayUnmask} and logged the access. */
export function presentInClear(prepared: PreparedCall, record: StoredRecord): StoredRecord {
  return presentAs(prepared, record, 'record', true)
}

function presentAs(prepared: PreparedCall, record: StoredRecord, place: Place, isRevealed: boolean): StoredRecord {
  const { call, model, hooks, services } = prepared
  const presented = hooks.present?.({ actor: call.actor, now: call.now, screen: call.screen, place }, record) ?? record
  if (!call.screen) return presented as StoredRecord
  const shown: RecordValues = {}
  for (const name of readableFields(call.screen, model, place === 'list' ? 'list' : 'record')) {
    const field = model.fields.get(name)
    const value = Object.hasOwn(presented, name) ? (presented[name] ?? null) : null
    const masked = field && maskValue(field, value, isRevealed)
    shown[name] = field && place === 'record' ? sealRows(field, value, masked, services.rowKey) : (masked ?? value)
  }
  return shown as StoredRecord
}

/** True when the actor may see the personal data of this screen in clear. */
export function mayUnmask({ call, hooks }: PreparedCall): boolean {
  return hooks.keepsMasks !== true && call.screen !== null && call.actor.permissions.has(`${call.screen.resource}.${unmaskAction}`)
}

/**
 * The masked form of a value, including masked columns of rows inside it.
 *
 * @param isRevealed leaves secrets masked only
 */
export function maskValue(field: FieldModel, value: unknown, isRevealed = false): unknown {
  return value === null || value === undefined ? null : maskedBy(field.property, value, isRevealed)
}

function maskedBy(property: Property, value: unknown, isRevealed: boolean): unknown {
  if (value === null || value === undefined) return value
  const mask = property['x-mask']
  if (mask === 'secret') return secretText
  if (mask !== undefined) return isRevealed ? value : masks[mask](String(value))
  const { items, properties } = property
  if (items && Array.isArray(value)) return hasMask(items) ? value.map((one: unknown) => maskedBy(items, one, isRevealed)) : value
  if (!properties || typeof value !== 'object' || Array.isArray(value) || !hasMask(property)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      Object.hasOwn(properties, name) && properties[name] ? maskedBy(properties[name], inner, isRevealed) : inner,
    ]),
  )
}

function hasMask({ items, properties = {}, ...property }: Property): boolean {
  return property['x-mask'] !== undefined || (items !== undefined && hasMask(items)) || Object.values(properties).some(hasMask)
}

/** True when a form sent back the text that {@link present} put in place of the stored value. */
export function isMaskedEcho(field: FieldModel, stored: unknown, sent: unknown): boolean {
  if (!isMasked(field.property) || stored === null) return false
  return JSON.stringify(maskValue(field, stored)) === JSON.stringify(sent)
}

/**
 * The record for logs: personal data masked; secrets, pictures and file contents left out, and so is what only some people may see, because
 * the readers of logs are others.
 */
export function redacted(prepared: PreparedCall, record: RecordValues): RecordValues {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const field = prepared.model.fields.get(name)
      if (field?.property['x-read'] !== undefined && value !== null) return [name, '（另須權限）']
      if (field?.property.format === 'imageDataUrl' && value !== null) return [name, '（圖片）']
      if (field && holdsFiles(field.property)) return [name, attachedFilesOf(value).map((file) => file.name)]
      return [name, field ? maskValue(field, value) : value]
    }),
  )
}
