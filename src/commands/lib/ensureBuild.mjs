// Makes dist/ up to date with the sources.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, contentHash, readIfExists, root, say, timeHash, write } from './project.mjs'
import { cleanEnvironment, runTool } from './run.mjs'
import { withSetupLock } from './setupLock.mjs'

const stampFile = join(root, 'dist/.stamp')
const sources = ['src', 'portal', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']

/**
 * Of the commands only what they share, for the plugins of the build are there.
 *
 * @param {string} file
 */
const isSource = (file) => !/\.test\.tsx?$/.test(file) && !/\/src\/commands\/(?!lib\/)/.test(file)

/** Two lines: of what contents the last build was made, and what their files looked like. Reading all of them takes longer. */
function readStamp() {
  const [contents, times] = (readIfExists(stampFile) ?? '').split('\n')
  return { contents, times }
}

/** Whether the last build was made from the same contents. */
function isBuilt() {
  const { contents, times } = readStamp()
  const now = timeHash(sources, isSource)
  if (times === now) return true
  if (contents !== contentHash(sources, isSource)) return false
  write(stampFile, `${contents}\n${now}`)
  return true
}

/** @param {readonly string[]} args */
async function viteBuild(args) {
  const env = { ...cleanEnvironment(), NODE_ENV: 'production' }
  const { code, output } = await runTool('vite', ['build', '--logLevel', 'warn', ...args], { env, isQuiet: true })
  if (code !== 0) throw new CommandError(`建置失敗。(build failed)\n${output.trim().slice(-3000)}`)
}

/** Builds browser files and server unless the last build was made from the same contents. */
export async function ensureBuild() {
  if (isBuilt()) return
  await withSetupLock(async () => {
    if (isBuilt()) return
    // Before the build, so that what is saved meanwhile is built by the next start.
    const stamp = `${contentHash(sources, isSource)}\n${timeHash(sources, isSource)}`
    say('建置中… (building)')
    if (existsSync(join(root, 'src/console/index.html'))) await viteBuild([])
    await viteBuild(['--ssr', 'src/server/main.ts'])
    write(stampFile, stamp)
  })
}
