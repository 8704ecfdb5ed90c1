import { findActionSource } from '../../resolve/actions.ts'
import { layoutFields, readFormSource } from '../../resolve/formSource.ts'
import type { ScreenContext } from '../known.ts'
import type { Finding } from '../source.ts'

/** Checks that a create form has all required fields, unless the server or the scope fills them. Otherwise it could never be saved. */
export function requiredInForm({ screen, entity }: ScreenContext): readonly Finding[] {
  const names = [...new Set([...(screen.list.toolbar ?? []), ...Object.keys(screen.forms ?? {})])]
  const creating = names.filter((name) => name === 'create' || findActionSource(name, screen, entity) === 'form')
  return creating.flatMap((name) => {
    const source = readFormSource(name, screen, entity)
    if (source.mode !== 'create') return []
    const shown = layoutFields(source.layout)
    const missing = (entity.required ?? []).filter(
      (field) => !shown.includes(field) && field !== entity.scope && entity.properties[field]?.default === undefined,
    )
    if (missing.length === 0) return []
    const message = `新增表單「${name}」缺少必填欄位：${missing.join('、')}，永遠無法存檔`
    return [{ place: ['forms', name], at: 'key' as const, code: 'required-not-in-form', message }]
  })
}
