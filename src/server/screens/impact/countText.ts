import type { StoredFinding } from './installation.ts'

/** How many stored records a change concerns. @param withExample only for those who may read every record */
export function countText({ field, change, count, example }: StoredFinding, withExample = false): string {
  if (change === 'required') return `已存的資料有 ${count} 筆沒有 ${field} 的值：下次修改時須補填`
  return `已存的資料有 ${count} 筆有 ${field} 的值${withExample ? `（例如「${example}」）` : ''}：留在資料庫，但不再看得到`
}
