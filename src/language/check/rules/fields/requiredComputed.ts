import type { EntityContext } from '../../../catalog/known.ts'
import type { Finding } from '../../../findings/source.ts'

/** A computed field cannot be required, because nobody can fill it in. */
export function requiredComputed({ entity }: EntityContext): readonly Finding[] {
  return (entity.required ?? []).flatMap((field, index) =>
    entity.properties[field]?.['x-computed'] === true
      ? [{ place: ['required', index], code: 'required-computed', message: `欄位「${field}」由伺服器計算（x-computed），不可列為必填` }]
      : [],
  )
}
