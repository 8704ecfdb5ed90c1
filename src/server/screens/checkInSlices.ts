import { setImmediate } from 'node:timers/promises'
import type { CheckResult, DocumentFile } from '../../language/check/checkDocuments.ts'
import type { Known } from '../../language/check/known.ts'

/** Longest that a check keeps the server from its calls, in ms: some documents of work. */
const sliceMs = 10

/**
 * Checks all documents while the server answers: a first check takes a second. The code of it is a third of the server's, so it is loaded
 * when it is needed.
 */
export async function checkInSlices(files: readonly DocumentFile[], known: Known): Promise<CheckResult> {
  const { checkSteps } = await import('../../language/check/checkDocuments.ts')
  const steps = checkSteps(files, known)
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < sliceMs) continue
    await setImmediate()
    began = performance.now()
  }
}
