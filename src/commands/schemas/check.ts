import { formatDiagnostic } from '../../language/findings/formatDiagnostic.ts'
import { checkFolder, isOwnFolder, shownPath } from './documents.ts'
import { refreshNames } from './editor.ts'
import { staleFiles } from './generated.ts'

/**
 * Prints all findings with the path of the author's file, and which generated files are out of date.
 *
 * @returns exit code: 1 for errors and outdated files, 0 when there are only warnings
 */
export async function checkAll(): Promise<number> {
  const { catalog, diagnostics } = checkFolder()
  await refreshNames(catalog)
  for (const diagnostic of diagnostics) console.log(formatDiagnostic({ ...diagnostic, file: shownPath(diagnostic.file) }))
  // Files of the code are generated from the documents of this project only.
  const stale = isOwnFolder() ? staleFiles(catalog) : []
  for (const text of stale) console.log(text)
  const errorCount = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length
  const { entities, screens, dashboards, dictionaries } = catalog
  const sizes = `${entities.size} 個實體、${screens.size} 個畫面、${dashboards.size} 個儀表板、${dictionaries.size} 個字典`
  console.log(`${sizes}；${errorCount + stale.length} 個錯誤、${diagnostics.length - errorCount} 個警告`)
  return errorCount + stale.length === 0 ? 0 : 1
}
