import type { Preset } from '../../documents/preset.ts'
import type { ReadDocument } from '../readDocument.ts'
import type { Finding } from '../source.ts'

/** A preset that no document names: nothing has ever checked what it says. A warning, for it may wait for its document. */
export function unusedPresets({ name }: Preset, read: readonly ReadDocument[]): readonly Finding[] {
  // A broken document may name it where it is broken.
  if (read.some((one) => one.uses.has(name) || (one.document === null && one.source.text.includes(`"${name}"`)))) return []
  return [{ place: ['name'], severity: 'warning', code: 'unused-preset', message: `沒有文件使用預設「${name}」，內容尚未檢查` }]
}
