import type { ScreenContext } from '../../../catalog/known.ts'
import type { Property } from '../../../documents/entity.ts'
import { isContent } from '../../../entity/property.ts'
import type { Finding } from '../../../findings/source.ts'
import type { ResolvedField, ResolvedScreen } from '../../../resolved.ts'
import { checkRepeated } from '../../fieldRule.ts'

/** Checks the columns that can be changed in the row: they are shown, and the edit form, whose rules apply, can change them too. */
export function inlineEdit({ screen, entity }: ScreenContext, resolved: ResolvedScreen): readonly Finding[] {
  const { inlineEdit: fields, rowActions = [] } = screen.list
  if (fields === undefined) return []
  const wrong = (why: string): Finding => ({ place: ['list', 'inlineEdit'], at: 'key', code: 'inline-edit', message: why })
  if (entity.readonly === true) return [wrong(`實體 ${entity.name} 只供查詢（readonly），不能在清單中修改`)]
  if (!rowActions.includes('edit')) return [wrong('清單中的修改依「修改」按鈕的權限與條件，請把 "edit" 放進 rowActions')]
  const shown = new Set(resolved.list.columns.map(({ field }) => field))
  const findings = fields.flatMap((field, index): readonly Finding[] => {
    const place = ['list', 'inlineEdit', index]
    const why = shown.has(field) ? whyNotInline(resolved.forms.edit?.fields[field]) : '不在清單的欄位（columns）中，請放進 columns'
    return why === null ? [] : [{ place, code: 'inline-edit', message: `「${field}」${why}；或從 inlineEdit 移除` }]
  })
  return [...findings, ...checkRepeated(fields, (index) => ['list', 'inlineEdit', index], '欄位')]
}

function whyNotInline(field: ResolvedField | undefined): string | null {
  if (field === undefined) return '不在修改的表單（edit）中，不能在清單中修改；請放進表單'
  if (field.readonly) return '在修改的表單（edit）中是唯讀，不能在清單中修改'
  if (needsRoom(field.property)) return '不是單一的值（多列資料、圖片、檔案或 HTML），放不進儲存格，請在表單中修改'
  return null
}

const needsRoom = (property: Property) => property.type === 'object' || property.items?.type === 'object' || isContent(property)
