// The parts of `npm test`. Each returns the number of passed and failed tests; a part that cannot run is a failure.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './ensureBuild.mjs'
import { ensureChromium } from './ensureChromium.mjs'
import { judgeAudit } from './judgeAudit.mjs'
import { CommandError, root } from './project.mjs'
import { readPlaywright, readVitest } from './readReport.mjs'
import { cleanEnvironment, npmCommand, run, runTool } from './run.mjs'
import { startTemporaryPostgres } from './temporaryPostgres.mjs'

/**
 * @typedef {import('./readReport.mjs').Count} Count
 * @typedef {import('./run.mjs').Show} Show
 * @typedef {object} Part
 * @property {string} name   `group` or `group:detail`; `npm test -- group` runs all of a group
 * @property {string} title  zh-TW
 * @property {(show: Show) => Promise<Count>} run   `show` gets what the part prints
 */

const reports = mkdtempSync(join(tmpdir(), 'loyalty-reports-'))
/** Databases that several parts begin with, each made by the part that needs it first. */
const templates = join(reports, 'templates')
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

/** A check that does not consist of tests counts as one test. Its findings are printed before. @param {number} code @returns {Count} */
const asOne = (code) => (code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [] })

/**
 * Counts a run as failed that ended badly without a failed test (a crash, an error between tests). @param {Count} count @param {number}
 * code @returns {Count}
 */
function honest(count, code) {
  if (code === 0 || count.failed > 0) return count
  return { ...count, failed: 1, failures: [{ test: '(all)', reason: `exit code ${code} without a failed test` }] }
}

/** @param {Show} show @param {string} packageName @param {readonly string[]} args @param {string} [binName] */
async function check(show, packageName, args, binName) {
  return asOne((await runTool(packageName, args, { env: cleanEnvironment(), show, ...(binName ? { binName } : {}) })).code)
}

/**
 * @param {Show} show @param {string} project
 * @param {{ environment?: NodeJS.ProcessEnv, label?: string, more?: readonly string[] }} [options]  `more`: further arguments
 * @returns {Promise<Count>}
 */
async function vitest(show, project, { environment = {}, label = project, more = [] } = {}) {
  const report = join(reports, `${label}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...more]
  const env = { ...cleanEnvironment(), TEST_MODULES: join(reports, 'modules'), TEST_TEMPLATES: templates, ...environment }
  const { code } = await runTool('vitest', args, { env, show })
  if (!existsSync(report)) throw new CommandError(`vitest 沒有產生報告。(no report of ${label})`)
  return honest(readVitest(JSON.parse(readFileSync(report, 'utf8'))), code)
}

/** @param {Show} show */
async function contractOnPostgres(show) {
  const server = await startTemporaryPostgres({ isInMemory: true })
  try {
    return await vitest(show, 'contract', {
      environment: { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: server.url },
      label: 'contract-postgres',
    })
  } finally {
    await server.stop()
  }
}

/** @param {Show} show */
async function reliability(show) {
  await ensureBuild()
  return vitest(show, 'reliability', { environment: { TEST_DATABASE: 'embedded' } })
}

/** @param {Show} show */
async function journeys(show) {
  const chromium = await ensureChromium()
  await ensureBuild()
  const report = join(reports, 'journeys.json')
  const env = { ...cleanEnvironment(), CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report, TEST_TEMPLATES: templates }
  const args = ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json']
  const { code } = await runTool('@playwright/test', args, { env, show, binName: 'playwright' })
  if (!existsSync(report)) throw new CommandError('playwright 沒有產生報告。(no report of journeys)')
  return honest(readPlaywright(JSON.parse(readFileSync(report, 'utf8'))), code)
}

/**
 * Known vulnerabilities of the shipped packages. When the registry does not answer, the part says so and counts neither as good nor as bad.
 * @param {Show} show @returns {Promise<Count>}
 */
async function audit(show) {
  const { command, prefix } = npmCommand()
  const { output } = await run(command, [...prefix, 'audit', '--omit=dev', '--json', '--loglevel=silent'], { isQuiet: true })
  const { code, lines } = judgeAudit(output)
  show(`${lines.join('\n')}\n`)
  return code === 2 ? { passed: 0, failed: 0, failures: [] } : asOne(code)
}

/** @param {Show} show */
async function documents(show) {
  if (!existsSync(join(root, 'src/commands/schemas.ts'))) throw new CommandError('找不到文件檢查程式 src/commands/schemas.ts。')
  return check(show, 'tsx', ['src/commands/schemas.ts'])
}

/** @type {Part} */
const lint = { name: 'lint', title: '格式與規則', run: (show) => check(show, '@biomejs/biome', ['check', '--error-on-warnings', '.']) }

/** @type {Part} */
const types = {
  name: 'types',
  title: '型別',
  run: (show) => check(show, 'typescript', ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json'], 'tsc'),
}

/** @type {Part} */
const unused = { name: 'unused', title: '未使用的程式', run: (show) => check(show, 'knip', ['--no-progress']) }

/** @type {Part} */
const documentCheck = { name: 'documents', title: '畫面文件', run: documents }

/** Parts of `npm run check`, which have to finish within a minute. @type {readonly Part[]} */
export const checkParts = [
  types,
  lint,
  unused,
  documentCheck,
  {
    name: 'changed',
    title: '與變更有關的單元測試',
    run: (show) => vitest(show, 'unit', { label: 'changed', more: ['--changed', '--passWithNoTests'] }),
  },
]

/** Parts of `npm test` in the order of their start: the longest first, because most others fit beside it. @type {readonly Part[]} */
export const testParts = [
  { name: 'journeys', title: '瀏覽器流程', run: journeys },
  lint,
  types,
  unused,
  documentCheck,
  { name: 'audit', title: '相依套件弱點', run: audit },
  { name: 'unit', title: '單元測試', run: (show) => vitest(show, 'unit') },
  { name: 'screens', title: '每一份畫面文件', run: (show) => vitest(show, 'screens') },
  {
    name: 'contract:embedded',
    title: 'API 契約（內嵌資料庫）',
    run: (show) => vitest(show, 'contract', { environment: { TEST_DATABASE: 'embedded' }, label: 'contract-embedded' }),
  },
  { name: 'contract:postgres', title: 'API 契約（PostgreSQL）', run: contractOnPostgres },
  { name: 'reliability', title: '可靠性', run: reliability },
]
