import type { ScreenContext } from '../../../catalog/known.ts'
import type { Entity } from '../../../documents/entity.ts'
import type { Finding } from '../../../findings/source.ts'
import { findActionSource } from '../../../resolve/actions.ts'
import { type FormSource, layoutFields, readFormSource } from '../../../resolve/formSource.ts'
import { startsForAll } from '../../../rights/ownAccount.ts'

/**
 * Checks that a form can be saved: a create form has all required fields, also those required under a condition, unless the server or the
 * scope fills them, and no form hides or locks a required field that has no value. The server asks for the field in any case.
 */
export function requiredInForm({ screen, entity }: ScreenContext): readonly Finding[] {
  const { toolbar = [], rowActions = [] } = screen.list
  const names = [...new Set([...toolbar, ...rowActions, ...Object.keys(screen.forms ?? {})])]
  const opening = names.flatMap((name) => {
    const source = name === 'create' || name === 'edit' ? 'form' : findActionSource(name, screen, entity)
    return source === 'form' ? [readFormSource(name, screen, entity)] : []
  })
  return opening.flatMap((source) => {
    if (source.mode === 'view') return []
    return [...(source.mode === 'create' ? missingFields(source, entity) : []), ...withheldFields(source, entity)]
  })
}

function missingFields({ name, layout }: FormSource, entity: Entity): readonly Finding[] {
  const shown = layoutFields(layout)
  const isMissing = (field: string) =>
    !shown.includes(field) && field !== entity.scope && !startsForAll(entity.properties[field]) && !isComputed(field, entity)
  const always = (entity.required ?? []).filter(isMissing)
  const sometimes = Object.entries(entity.when ?? {}).flatMap(([field, { required }]) => (required && isMissing(field) ? [field] : []))
  return [
    ...(always.length === 0 ? [] : [finding(name, `新增表單「${name}」缺少必填欄位：${always.join('、')}，永遠無法存檔`)]),
    ...(sometimes.length === 0
      ? []
      : [finding(name, `新增表單「${name}」缺少有條件必填的欄位：${sometimes.join('、')}，條件成立時無法存檔`)]),
  ]
}

/** Only conditions of the form are looked at: where the entity itself hides or locks a field, it does not ask for it either. */
function withheldFields({ name, mode, layout, when, onHidden }: FormSource, entity: Entity): readonly Finding[] {
  const shown = layoutFields(layout)
  const asked = (entity.required ?? []).filter((field) => shown.includes(field) && Object.hasOwn(when, field))
  return asked.flatMap((field): readonly Finding[] => {
    const states = when[field]
    const isEmptied = onHidden[field] === 'clear'
    const lacksValue = mode === 'create' && !startsForAll(entity.properties[field])
    const message = `必填欄位「${field}」在表單「${name}」隱藏時沒有值，無法存檔；請在實體的 when 寫條件，或給 default`
    const hidden = states?.visible !== undefined && (lacksValue || isEmptied)
    const locked = states?.readonly !== undefined && lacksValue
    const place = ['forms', name, 'when', field]
    const code = 'required-not-in-form'
    return [
      ...(hidden ? [{ place: [...place, 'visible'], at: 'key' as const, code, message }] : []),
      ...(locked ? [{ place: [...place, 'readonly'], at: 'key' as const, code, message: message.replace('隱藏時', '唯讀時') }] : []),
    ]
  })
}

function isComputed(field: string, entity: Entity): boolean {
  return entity.properties[field]?.['x-computed'] === true
}

function finding(name: string, message: string): Finding {
  return { place: ['forms', name], at: 'key', code: 'required-not-in-form', message }
}
