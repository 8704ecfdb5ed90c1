import { numberFrame, numberText } from '../../../../rules/numberPattern.ts'
import type { EntityContext } from '../../../catalog/known.ts'
import type { Finding } from '../../../findings/source.ts'
import { filledElsewhere, type SystemFilled, uselessKeys } from './systemFilled.ts'

const byNumber: SystemFilled = {
  key: 'x-number',
  name: '自動編號',
  code: 'number-input',
  allowed: ['key', 'unique', 'x-unique', 'x-immutable'],
}

/** Checks the automatic numbers of an entity: that they fit their field, and that nothing else fills it. */
export function automaticNumbers({ entity }: EntityContext): readonly Finding[] {
  const own = Object.entries(entity.properties).flatMap(([field, property]): readonly Finding[] => {
    const pattern = property['x-number']
    if (pattern === undefined) return []
    const place = ['properties', field]
    const at = [...place, 'x-number']
    const tooLong = property.maxLength !== undefined && numberText(numberFrame(pattern, '2000-01-01'), 1).length > property.maxLength
    return [
      ...uselessKeys(property, place, byNumber),
      ...(property['x-formula'] === undefined
        ? []
        : [{ place: at, at: 'key' as const, code: 'number-input', message: `「${field}」已由公式計算，不能同時自動編號；請擇一` }]),
      ...(property.format === undefined
        ? []
        : [{ place: [...place, 'format'], code: 'number-input', message: `自動編號的欄位是文字，不能有 format；請移除` }]),
      ...(entity.table === undefined
        ? []
        : [
            {
              place: at,
              at: 'key' as const,
              code: 'number-input',
              message: `資料表 ${entity.table} 的編號由程式給；x-number 只用於沒有 table 的實體`,
            },
          ]),
      ...(tooLong ? [{ place: [...place, 'maxLength'], code: 'limit', message: `編號比 maxLength（${property.maxLength}）長` }] : []),
    ]
  })
  return [...own, ...filledElsewhere(entity, byNumber)]
}
