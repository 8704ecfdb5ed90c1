import { parseArgs } from 'node:util'
import { isDate, taipeiDate } from '../rules/dates.ts'
import { buildApp } from '../server/app.ts'
import { type DemoOptions, seedDemo } from '../server/demo/seed.ts'
import { readConfig } from '../server/platform/config.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { openDatabase } from '../server/platform/database/open.ts'

/** @throws Error with a sentence for the person at the command line */
function readOptions(): DemoOptions {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'small' },
      seed: { type: 'string', default: '20250101' },
      'as-of': { type: 'string', default: taipeiDate(new Date()) },
    },
  })
  if (values.size !== 'small') throw new Error('--size 目前只有 small；large 需要點數交易，尚未提供。')
  const seed = Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new Error('--seed 應為整數。')
  if (!isDate(values['as-of'])) throw new Error('--as-of 應為日期 YYYY-MM-DD。')
  return { size: 'small', seed, asOf: values['as-of'] }
}

async function run(): Promise<void> {
  const options = readOptions()
  const config = readConfig(process.env)
  if (config.production) throw new Error('正式環境不可載入示範資料。')
  const database = await openDatabase(config)
  try {
    await migrate(database.db)
    const app = await buildApp({ config, database })
    const isWritten = await seedDemo(app, options).finally(() => app.close())
    process.stdout.write(isWritten ? `示範資料已建立（${options.asOf}）。\n` : '資料庫已有特約商資料，未載入示範資料。\n')
  } finally {
    await database.close()
  }
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
