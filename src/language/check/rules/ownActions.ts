import { findActionSource } from '../../resolve/actions.ts'
import { findProperty } from '../../resolve/property.ts'
import type { ScreenContext } from '../known.ts'
import { checkPermission } from '../permissionRule.ts'
import type { Finding, Place } from '../source.ts'
import { withSuggestion } from '../suggest.ts'
import { checkDictionaries } from './entityDictionaries.ts'
import { checkProperties } from './propertyKeywords.ts'

/** The screen's own actions do exactly one thing, bear names of their own, and ask for permissions that exist. */
export function ownActions(context: ScreenContext): readonly Finding[] {
  const { screen, entity, names } = context
  return Object.entries(screen.actions ?? {}).flatMap(([name, action]) => {
    const place = ['actions', name]
    const found: Finding[] = []
    const other = findActionSource(name, { forms: screen.forms ?? {} }, entity)
    if (other !== null) {
      const owners = { builtIn: '內建動作', transition: '實體的狀態轉換', form: '表單', action: '動作' }
      found.push({ place, at: 'key', code: 'duplicate-name', message: `「${name}」已是${owners[other]}的名稱，請改用其他名稱` })
    }
    if ((action.request === undefined) === (action.open === undefined)) {
      found.push({ place, at: 'key', code: 'action-kind', message: '動作須有 request 或 open 其中之一，不可同時有' })
    }
    found.push(...checkPermission(action.permission, [...place, 'permission'], names))
    if (action.request !== undefined) found.push(...checkPlaceholders(action.request, [...place, 'request'], context))
    if (action.open !== undefined) found.push(...checkScreen(action.open, [...place, 'open'], context))
    found.push(...checkProperties(action.input?.properties ?? {}, [...place, 'input', 'properties']))
    found.push(
      ...checkDictionaries(action.input?.properties ?? {}, [...place, 'input', 'properties'], names, Object.keys(entity.properties)),
    )
    return found
  })
}

/** `{companyNo}` in a path is filled from the row. */
function checkPlaceholders(request: string, place: Place, { entity }: ScreenContext): readonly Finding[] {
  return [...request.matchAll(/\{(\w*)\}/g)].flatMap(([, field = '']) =>
    findProperty(entity, field) === undefined
      ? [
          {
            place,
            code: 'unknown-field',
            message: `路徑中的 {${field}} 不是實體 ${entity.name} 的欄位`,
            ...withSuggestion(field, Object.keys(entity.properties)),
          },
        ]
      : [],
  )
}

function checkScreen(uri: string, place: Place, { names }: ScreenContext): readonly Finding[] {
  const known = [...names.screens, ...names.pages]
  if (known.includes(uri)) return []
  return [{ place, code: 'unknown-screen', message: `沒有路徑為「${uri}」的畫面`, ...withSuggestion(uri, known) }]
}
