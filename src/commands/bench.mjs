// npm run bench: runs the measurements; each compares values within one run. `npm run bench -- interpreter` runs some. Exit code 1 when a
// limit is exceeded.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDeps } from './lib/ensureDeps.mjs'
import { assertNodeVersion, CommandError, fail, root, say } from './lib/project.mjs'
import { runTool } from './lib/run.mjs'

const folder = join(root, 'tests/bench')

/** @param {readonly string[]} wanted */
function choose(wanted) {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new CommandError(`沒有量測項目 ${unknown.join('、')}，可用：${names.join('、')}。`)
  return wanted.length === 0 ? names : wanted
}

/** @param {string} name @returns {Promise<boolean>} whether everything stayed within its limits */
async function measure(name) {
  say(`\n── ${name} ──`)
  const { code } = await runTool('tsx', ['--expose-gc', join(folder, `${name}.ts`)])
  return code === 0
}

try {
  assertNodeVersion()
  const names = choose(process.argv.slice(2))
  await ensureDeps('all')
  const over = []
  for (const name of names) if (!(await measure(name))) over.push(name)
  say('')
  say(over.length === 0 ? '全部在上限之內。' : `超過上限：${over.join('、')}`)
  process.exit(over.length === 0 ? 0 : 1)
} catch (error) {
  fail(error)
}
