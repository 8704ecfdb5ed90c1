import type { Preset } from '../../../documents/preset.ts'
import type { Finding } from '../../../findings/source.ts'
import type { ReadDocument } from '../../readDocument.ts'

/**
 * Warns about a preset that no document uses, because its content has not been checked. Only a warning, because the document may follow
 * later.
 */
export function unusedPresets({ name }: Preset, read: readonly ReadDocument[]): readonly Finding[] {
  // A broken document may use it in its broken part.
  if (read.some((one) => one.uses.has(name) || (one.document === null && one.source.text.includes(`"${name}"`)))) return []
  return [{ place: ['name'], severity: 'warning', code: 'unused-preset', message: `沒有文件使用預設「${name}」，內容尚未檢查` }]
}
