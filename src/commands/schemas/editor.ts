import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Catalog } from '../../language/catalog/catalog.ts'
import { namesPath } from '../../language/editor/namesSchema.ts'
import { publishedNames } from '../../server/publishedNames.ts'
import { writeNames } from '../../server/screens/editorNames.ts'
import { CommandProblem, checkFolder, schemasFolder, shownPath } from './documents.ts'

const namesFile = () => join(schemasFolder(), namesPath)

/** Writes the names of the documents for editors, as a running server does. */
export async function editor(): Promise<number> {
  const { catalog, diagnostics } = checkFolder()
  const path = namesFile()
  if (!existsSync(dirname(path))) throw new CommandProblem(`沒有資料夾 ${dirname(path)}；請先由專案的 schemas/language 複製`)
  const isNew = await writeNames(path, catalog, publishedNames)
  const broken = diagnostics.filter(({ severity }) => severity === 'error').length
  console.log(`${isNew ? '已產生' : '沒有改變：'}編輯器用的名稱 ${shownPath(namesPath)}`)
  if (broken > 0) console.log(`文件有 ${broken} 個錯誤，有錯誤的文件裡的名稱不在其中；npm run schemas 列出錯誤`)
  return 0
}

/** The same beside a check: a folder that cannot be written is checked all the same. */
export async function refreshNames(catalog: Catalog): Promise<void> {
  await writeNames(namesFile(), catalog, publishedNames).catch(() => undefined)
}
