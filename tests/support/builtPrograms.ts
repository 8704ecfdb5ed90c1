import { basename, join } from 'node:path'
import { inject } from 'vitest'
import { cleanEnvironment, runTool } from '../../src/commands/lib/run.mjs'
import { madeOnce } from '../../src/server/records/testing/madeOnce.ts'

/**
 * Builds a TypeScript program of the project into one file, as the product is built, once per run: programs that are started again and again
 * would read and transform its hundreds of modules each time. Its name is used once among all programs. @returns the file for Node
 */
export async function builtProgram(file: string): Promise<string> {
  const { programs } = inject('testRun')
  const name = basename(file, '.ts')
  const folder = join(programs, name)
  await madeOnce(programs, name, async () => {
    const env = { ...cleanEnvironment(), NODE_ENV: 'production' }
    const args = ['build', '--logLevel', 'warn', '--ssr', file, '--outDir', folder, '--sourcemap']
    const { code, output } = await runTool('vite', args, { env, isQuiet: true })
    if (code !== 0) throw new Error(`${file} cannot be built\n${output}`)
  })
  return join(folder, `${name}.js`)
}
