import type { Entity, InputForm, Property } from '../documents/entity.ts'
import type { List } from '../documents/screen.ts'
import { isContent } from '../entity/property.ts'
import { copySource } from '../entity/references.ts'

/** Name of the action that writes the same values into several records. */
export const bulkEdit = 'bulkEdit'

/** Title of its input. */
export const bulkEditTitle = '批次修改（空白的欄位不變更）'

/** The fields that can be changed in several records at once. None is required, because an empty one is left as it is. */
export function bulkEditInput({ bulkEdit: fields = [] }: Pick<List, 'bulkEdit'>, { properties }: Pick<Entity, 'properties'>): InputForm {
  const asked = fields.flatMap((field) => {
    const property = properties[field]
    return property === undefined ? [] : [[field, withoutDefault(property)] as const]
  })
  return { title: bulkEditTitle, properties: Object.fromEntries(asked) }
}

/** A default would be a change that nobody has asked for. */
function withoutDefault({ default: _initial, 'x-today': _today, 'x-me': _me, ...property }: Property): Property {
  return property
}

/** Why a field cannot be changed in several records at once; null when it can. */
export function whyNotInBulkEdit(property: Property): string | null {
  if (property['x-computed'] === true) return '由系統產生'
  if (property['x-immutable'] === true) return '新增後不可修改'
  if (property['x-unique'] === true) return '不可與其他資料重複'
  if (property['x-mask'] !== undefined) return '是遮罩欄位'
  if (property['x-read'] !== undefined || property['x-write'] !== undefined) return '另須權限（x-read、x-write）'
  if (property['x-from'] !== undefined && copySource(property) === null) return '隨其他欄位帶入'
  if (property.type === 'object' || property.items?.type === 'object' || isContent(property))
    return '不是單一的值（多列資料、圖片、檔案或 HTML）'
  const use = property['x-dictionary']
  if (typeof use === 'object' && use.strArg?.startsWith('form.') === true) return '的選項隨其他欄位而定'
  return null
}
