import type { ScreenContext } from '../../../catalog/known.ts'
import type { Entity } from '../../../documents/entity.ts'
import type { Action } from '../../../documents/screen.ts'
import { isMasked } from '../../../entity/maskedFields.ts'
import { fieldNames, findProperty } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { withSuggestion } from '../../../findings/suggest.ts'
import { findActionSource } from '../../../resolve/actions.ts'
import { entitiesOfAction } from '../../actionEntities.ts'
import { checkStarts } from '../../fieldRule.ts'
import { oncePerPlace } from '../../followUps.ts'
import { checkPermission } from '../../permissionRule.ts'
import { inputNames } from '../entity/entityShape.ts'
import { checkDictionaries } from '../fields/entityDictionaries.ts'
import { checkProperties } from '../fields/propertyKeywords.ts'
import { valuesOf } from '../fields/propertyValues.ts'
import { unknownInText } from '../steps/entityTransitions.ts'

/** Checks that the screen's own actions do exactly one thing, have unique names, and need existing permissions. */
export function ownActions(context: ScreenContext): readonly Finding[] {
  const { screen, entity, names } = context
  return Object.entries(screen.actions ?? {}).flatMap(([name, action]) => {
    const place = ['actions', name]
    const found: Finding[] = []
    const other = findActionSource(name, { forms: screen.forms ?? {} }, entity)
    if (other !== null) {
      const way = other === 'decision' ? '直接放進 rowActions 即可，請移除這一個' : '請改用其他名稱'
      const owners = { builtIn: '內建動作', decision: '審核變更的內建動作', transition: '實體的狀態轉換', form: '表單', action: '動作' }
      found.push({ place, at: 'key', code: 'duplicate-name', message: `「${name}」已是${owners[other]}的名稱，${way}` })
    }
    if ((action.request === undefined) === (action.open === undefined)) {
      found.push({ place, at: 'key', code: 'action-kind', message: '動作須有 request（呼叫 API）或 open（開啟畫面）其中之一，不可同時有' })
    }
    const entities = entitiesOfAction(name, context)
    found.push(...unknownInText(action.confirm, [...place, 'confirm'], entities))
    found.push(...oncePerPlace(entities.flatMap((one) => checkStarts(action.input?.properties, [...place, 'input', 'properties'], one))))
    found.push(...checkPermission(action.permission, [...place, 'permission'], names))
    found.push(
      ...checkRequest(name, action, place, context),
      ...checkOpening(action, place),
      ...inputNames(action.input?.properties, [...place, 'input', 'properties']),
    )
    found.push(...valuesOf(action.input?.properties ?? {}, [...place, 'input', 'properties'], names))
    found.push(...missingInputs(action, place), ...checkFileCall(action, place))
    if (action.open !== undefined) found.push(...checkScreen(action.open, [...place, 'open'], context))
    found.push(...checkProperties(action.input?.properties ?? {}, [...place, 'input', 'properties']))
    found.push(
      ...checkDictionaries(action.input?.properties ?? {}, [...place, 'input', 'properties'], names, Object.keys(entity.properties)),
    )
    return found
  })
}

/** `{companyNo}` in a path is filled from the row. In a child list this is a row of the child's entity. */
function checkRequest(name: string, { request, open, after }: Action, place: Place, context: ScreenContext): readonly Finding[] {
  const path = request ?? open
  if (path === undefined) return []
  const here = [...place, request === undefined ? 'open' : 'request']
  const fields = [...path.matchAll(/\{(\w*)\}/g)].map(([, field = '']) => field)
  const entities = entitiesOfAction(name, context)
  // A field that several entities do not give is one mistake.
  const ofPath = fields.flatMap((field) => entities.flatMap((entity) => checkPathField(field, here, entity)).slice(0, 1))
  const wrongMethod: readonly Finding[] =
    after === 'download' && request !== undefined && !/^(GET|POST) /.test(request)
      ? [{ place: here, code: 'wrong-method', message: '"after": "download" 的 request 須是 GET，或下載次數有限時用 POST' }]
      : []
  return [...ofPath, ...wrongMethod]
}

function checkPathField(field: string, place: Place, entity: Entity): readonly Finding[] {
  const property = findProperty(entity, field)
  if (property === undefined) {
    const message = `路徑中的 {${field}} 不是實體 ${entity.name} 的欄位`
    return [{ place, code: 'unknown-field', message, ...withSuggestion(field, fieldNames(entity)) }]
  }
  if (property['x-read'] !== undefined)
    return [{ place, code: 'field-right', message: `路徑中的 {${field}} 另須權限才看得到（x-read）；請改用 {id} 等識別碼` }]
  if (!isMasked(property)) return []
  return [{ place, code: 'masked-field', message: `路徑中的 {${field}} 是遮罩欄位，瀏覽器沒有它的值；請改用 {id} 等識別碼` }]
}

/** Keys that have no place beside a file: the dialog sends nothing else, asks itself, and tells what came of it. */
const besideFile = ['body', 'after', 'input', 'message', 'made', 'confirm'] as const

function checkFileCall(action: Action, place: Place): readonly Finding[] {
  if (action.takesFile === undefined) return []
  const wrongMethod: readonly Finding[] =
    action.request === undefined || action.request.startsWith('POST ')
      ? []
      : [{ place: [...place, 'request'], code: 'wrong-method', message: '"takesFile" 的 request 須是 POST' }]
  const unused = besideFile.flatMap((key): readonly Finding[] =>
    action[key] === undefined
      ? []
      : [{ place: [...place, key], at: 'key', code: 'action-kind', message: `「${key}」不會用到：匯入檔案（takesFile）只送出檔案` }],
  )
  return [...wrongMethod, ...unused]
}

/** Keys about how a call is made, or what follows it. */
const requestKeys = ['body', 'after', 'input', 'message', 'made', 'takesFile'] as const

function checkOpening(action: Action, place: Place): readonly Finding[] {
  if (action.open === undefined || action.request !== undefined) return []
  return requestKeys.flatMap((key): readonly Finding[] =>
    action[key] === undefined
      ? []
      : [{ place: [...place, key], at: 'key', code: 'action-kind', message: `「${key}」只用於 request；開啟畫面（open）的動作不會用到` }],
  )
}

function missingInputs({ input }: Action, place: Place): readonly Finding[] {
  const known = Object.keys(input?.properties ?? {})
  return (input?.required ?? []).flatMap((field, index): readonly Finding[] =>
    known.includes(field)
      ? []
      : [
          {
            place: [...place, 'input', 'required', index],
            code: 'unknown-field',
            message: `input 沒有欄位「${field}」`,
            ...withSuggestion(field, known),
          },
        ],
  )
}

function checkScreen(open: string, place: Place, { names }: ScreenContext): readonly Finding[] {
  const known = [...names.screens, ...names.pages]
  const [uri = ''] = open.split('?', 1)
  if (known.includes(uri)) return []
  return [{ place, code: 'unknown-screen', message: `沒有路徑為「${uri}」的畫面`, ...withSuggestion(uri, known) }]
}
