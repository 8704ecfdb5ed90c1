// Makes dist/ up to date with the sources.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, contentHash, readIfExists, root, say, write } from './project.mjs'
import { cleanEnvironment, runTool } from './run.mjs'
import { withSetupLock } from './setupLock.mjs'

const stampFile = join(root, 'dist/.stamp')
const sources = ['src', 'portal', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']

function sourceHash() {
  return contentHash(sources, (file) => !/\.test\.tsx?$/.test(file) && !file.includes('/src/commands/'))
}

/** @param {readonly string[]} args */
async function viteBuild(args) {
  const env = { ...cleanEnvironment(), NODE_ENV: 'production' }
  const { code, output } = await runTool('vite', ['build', '--logLevel', 'warn', ...args], { env, isQuiet: true })
  if (code !== 0) throw new CommandError(`建置失敗。(build failed)\n${output.trim().slice(-3000)}`)
}

/** Builds browser files and server unless the last build was made from the same contents. */
export async function ensureBuild() {
  if (readIfExists(stampFile) === sourceHash()) return
  await withSetupLock(async () => {
    const wanted = sourceHash()
    if (readIfExists(stampFile) === wanted) return
    say('建置中… (building)')
    if (existsSync(join(root, 'src/console/index.html'))) await viteBuild([])
    await viteBuild(['--ssr', 'src/server/main.ts'])
    write(stampFile, wanted)
  })
}
