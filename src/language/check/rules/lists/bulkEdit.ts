import type { ScreenContext } from '../../../catalog/known.ts'
import type { Finding } from '../../../findings/source.ts'
import { bulkEdit as name, whyNotInBulkEdit } from '../../../query/bulkEdit.ts'
import type { ResolvedScreen } from '../../../resolved.ts'
import { checkRepeated } from '../../fieldRule.ts'

/** Checks the fields that can be changed in several records at once: whoever changes one record can change them there too. */
export function bulkEdit({ screen, entity }: ScreenContext, resolved: ResolvedScreen): readonly Finding[] {
  const fields = screen.list.bulkEdit
  if (fields === undefined) return []
  if (entity.readonly === true)
    return [
      { place: ['list', 'bulkEdit'], at: 'key', code: 'bulk-edit', message: `實體 ${entity.name} 只供查詢（readonly），不能批次修改` },
    ]
  const forms = Object.values(resolved.forms).filter(({ mode }) => mode === 'edit')
  const isInForm = (field: string) => forms.some((form) => Object.hasOwn(form.fields, field) && form.fields[field]?.readonly === false)
  const wrong = fields.flatMap((field, index): readonly Finding[] => {
    const place = ['list', 'bulkEdit', index]
    const property = Object.hasOwn(entity.properties, field) ? entity.properties[field] : undefined
    if (property === undefined) return [{ place, code: 'bulk-edit', message: `「${field}」由系統維護，不能批次修改` }]
    const why = whyNotInBulkEdit(property)
    if (why !== null) return [{ place, code: 'bulk-edit', message: `「${field}」${why}，不能批次修改` }]
    if (isInForm(field)) return []
    return [{ place, code: 'bulk-edit', message: `「${field}」不在修改的表單（edit）中，不能批次修改；請放進表單，或從 bulkEdit 移除` }]
  })
  const taken = [...Object.keys(screen.actions ?? {}), ...Object.keys(entity.transitions ?? {}), ...Object.keys(screen.forms ?? {})]
  const reserved: readonly Finding[] = taken.includes(name)
    ? [
        {
          place: ['list', 'bulkEdit'],
          at: 'key',
          code: 'reserved-name',
          message: `「${name}」是批次修改的名稱，動作、轉換與表單請另取名稱`,
        },
      ]
    : []
  return [...wrong, ...checkRepeated(fields, (index) => ['list', 'bulkEdit', index], '欄位'), ...reserved]
}
