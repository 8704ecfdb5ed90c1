import type { Known } from '../../language/catalog/known.ts'
import type { CheckResult } from '../../language/check/checkDocuments.ts'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import { inSlices } from './inSlices.ts'

/**
 * Checks all documents while the server answers: a first check takes a second. The code of it is a third of the server's, so it is loaded
 * when it is needed.
 */
export async function checkInSlices(files: readonly DocumentFile[], known: Known): Promise<CheckResult> {
  const { checkSteps } = await import('../../language/check/checkDocuments.ts')
  return inSlices(checkSteps(files, known))
}
