import { Session } from 'node:inspector/promises'

/**
 * Counts work by the calls of functions under `src/`, so that a test can hold a limit that no busy machine breaks.
 * What a built-in function does inside is not seen.
 *
 * @returns the number of calls that `work` made
 */
export async function countCalls(work: () => void): Promise<number> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const functions = result.filter((script) => script.url.includes('/src/')).flatMap((script) => script.functions)
    return functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
  } finally {
    await session.post('Profiler.disable')
    session.disconnect()
  }
}
