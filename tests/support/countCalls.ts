import { Session } from 'node:inspector/promises'

/**
 * Measures work by counting calls of functions in `src/`, so that a busy machine cannot break a limit. Work inside built-in functions is
 * not counted.
 *
 * @returns number of calls that `work` made
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
