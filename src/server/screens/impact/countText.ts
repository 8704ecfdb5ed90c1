import type { StoredFinding } from './installation.ts'

/** How many stored records a change concerns. @param withExample only for those who may read every record */
export function countText({ field, change, count, example }: StoredFinding, withExample = false): string {
  if (change === 'required') return `已存的資料有 ${count} 筆沒有 ${field} 的值：下次修改時須補填`
  const found = `已存的資料有 ${count} 筆有 ${field} 的值`
  if (change === 'renamed') return `${found}：一起改名`
  if (change === 'converted') return `${found}：一起轉換`
  return `${found}${withExample ? `（例如「${example}」）` : ''}：留在資料庫，但不再看得到`
}
