import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { roleMatrix, roleMatrixCsv } from '../../language/authoring/roleMatrix.ts'
import { checkFolder } from './documents.ts'
import { consoleRoles } from './explain.ts'

const fileDefault = 'role-matrix.csv'

/**
 * Writes what each default role may see and do on each screen. The roles of an installation may have other grants: those are on the page
 * 角色權限總表.
 */
export function roles(file = fileDefault): number {
  const { screens, entities } = checkFolder().catalog
  const matrix = roleMatrix(screens.values(), entities, consoleRoles)
  const path = resolve(file)
  writeFileSync(path, roleMatrixCsv(matrix))
  console.log(`已寫入 ${path}：${matrix.roles.length} 個預設角色、${screens.size} 個畫面、${matrix.lines.length} 列`)
  return 0
}
