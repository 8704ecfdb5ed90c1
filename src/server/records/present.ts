import { holdsFiles } from '../../language/resolve/property.ts'
import { attachedFilesOf } from '../../rules/attachments.ts'
import { masks } from '../../rules/masks.ts'
import { readableFields } from './allowedFields.ts'
import type { Place, RecordValues, StoredRecord } from './hooks.ts'
import type { FieldModel } from './model.ts'
import type { PreparedCall } from './services.ts'

/**
 * What leaves the server: only fields that the screen shows, personal data masked, secrets never. Calls without a screen
 * (jobs, domain code) get the record as it is. Masks are lifted in single records only, for holders of `unmask`.
 */
export function present(prepared: PreparedCall, record: StoredRecord, place: Place = 'record'): StoredRecord {
  const { call, model, hooks } = prepared
  const presented = hooks.present?.({ actor: call.actor, now: call.now, screen: call.screen, place }, record) ?? record
  if (!call.screen) return presented as StoredRecord
  const isRevealed = place === 'record' && mayUnmask(prepared)
  const shown: RecordValues = {}
  for (const name of readableFields(call.screen, model, place === 'list' ? 'list' : 'record')) {
    const field = model.fields.get(name)
    const value = Object.hasOwn(presented, name) ? (presented[name] ?? null) : null
    shown[name] = field && !(isRevealed && field.property['x-mask'] !== 'secret') ? maskValue(field, value) : value
  }
  return shown as StoredRecord
}

/** True when the actor sees personal data of this screen in clear. */
export function mayUnmask({ call, hooks }: PreparedCall): boolean {
  return hooks.keepsMasks !== true && call.screen !== null && call.actor.permissions.has(`${call.screen.resource}.unmask`)
}

export function maskValue(field: FieldModel, value: unknown): unknown {
  const mask = field.property['x-mask']
  if (mask === undefined || value === null || value === undefined) return value ?? null
  if (mask === 'secret') return secretText
  return Array.isArray(value) ? value.map((one) => masks[mask](String(one))) : masks[mask](String(value))
}

/** Shown in place of a stored secret; sent back unchanged it means "as it was". */
export const secretText = '********'

/** True when a form sent back what {@link present} had put in place of the stored value. */
export function isMaskedEcho(field: FieldModel, stored: unknown, sent: unknown): boolean {
  if (field.property['x-mask'] === undefined || stored === null) return false
  return JSON.stringify(maskValue(field, stored)) === JSON.stringify(sent)
}

/** The record for logs: personal data masked, secrets, pictures and the contents of files left out. */
export function redacted(prepared: PreparedCall, record: RecordValues): RecordValues {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const field = prepared.model.fields.get(name)
      if (field?.property.format === 'imageDataUrl' && value !== null) return [name, '（圖片）']
      if (field && holdsFiles(field.property)) return [name, attachedFilesOf(value).map((file) => file.name)]
      return [name, field ? maskValue(field, value) : value]
    }),
  )
}
