import { parseArgs } from 'node:util'
import { isDate, taipeiDate } from '../rules/dates.ts'
import { buildApp } from '../server/app.ts'
import { seedManyStatements } from '../server/demo/large/largeStatements.ts'
import { type LargeOptions, seedLarge } from '../server/demo/large/seedLarge.ts'
import { type LargeAreaOptions, seedLargeAreas } from '../server/demo/large/seedLargeAreas.ts'
import { type DemoOptions, seedDemo } from '../server/demo/seed.ts'
import { verifyAccounting } from '../server/domain/accounting/public.ts'
import { deriveCouponKeys } from '../server/domain/coupon/public.ts'
import { connectionsOf, isSound, lineOf, verifyLedger } from '../server/domain/points/public.ts'
import { deriveSerialKeys } from '../server/domain/serial/public.ts'
import { type Config, readStartConfig } from '../server/platform/config.ts'
import type { OpenDatabase } from '../server/platform/database/databaseOf.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { prepareSchema } from '../server/platform/database/serverRole.ts'

interface Options extends DemoOptions {
  /** What `--size large` adds; null for the small set. */
  readonly large: { readonly members: number; readonly transactions: number } | null
}

/** Transactions of domain 10, less those of the small set. */
const wholeTransactions = 999_000

function readCount(text: string, name: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${name} 應為正整數。`)
  return count
}

/** @throws Error with a sentence for the user of the command line */
function readOptions(): Options {
  const today = taipeiDate(new Date())
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'small' },
      seed: { type: 'string', default: '20250101' },
      'as-of': { type: 'string', default: today },
      members: { type: 'string', default: '99700' },
      transactions: { type: 'string', default: String(wholeTransactions) },
    },
  })
  if (values.size !== 'small' && values.size !== 'large') throw new Error('--size 應為 small 或 large。')
  const seed = Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new Error('--seed 應為整數。')
  if (!isDate(values['as-of'])) throw new Error('--as-of 應為日期 YYYY-MM-DD。')
  if (values['as-of'] > today) throw new Error(`--as-of 不可晚於今天（${today}）。`)
  const counts = { members: readCount(values.members, 'members'), transactions: readCount(values.transactions, 'transactions') }
  return { size: values.size, seed, asOf: values['as-of'], large: values.size === 'large' ? counts : null }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function run(): Promise<void> {
  const { large, ...options } = readOptions()
  const config = readStartConfig(process.env)
  if (config.production) throw new Error('正式環境不可載入示範資料。')
  const database = await openDatabase(config)
  try {
    await prepareSchema(database.db, config.databaseOwnerUrl)
    const app = await buildApp({ config, database })
    const isWritten = await seedDemo(app, options).finally(() => app.close())
    if (!isWritten) return say('資料庫已有特約商資料，未載入示範資料。')
    const keys = { serialKeys: deriveSerialKeys(app.secrets), couponKeys: deriveCouponKeys(app.secrets) }
    if (large) await asOwner(config, database, (owned) => addLarge(owned, { ...options, ...large, ...keys }))
    say(`示範資料已建立（${options.asOf}）。`)
  } finally {
    await database.close()
  }
}

/** Runs work as the owner of the tables, because only the owner may lock and alter them for the bulk path. */
async function asOwner(config: Config, database: OpenDatabase, work: (owned: OpenDatabase) => Promise<void>): Promise<void> {
  if (config.databaseOwnerUrl === null) return work(database)
  const owned = await openDatabase({ ...config, databaseUrl: config.databaseOwnerUrl, databaseReplicaUrl: null })
  await work(owned).finally(() => owned.close())
}

/** Adds the large set and then checks every invariant; a violated one fails the run (domain 10). */
async function addLarge({ db, kind, patiently }: OpenDatabase, options: LargeOptions & Omit<LargeAreaOptions, 'share'>): Promise<void> {
  const begun = performance.now()
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1)
  let announced = 0
  const onProgress = (posted: number) => {
    if (posted - announced < options.transactions / 20) return
    announced = posted
    say(`${posted} 筆交易（${seconds()} 秒）`)
  }
  const posted = await patiently(() => seedLarge(db, { ...options, onProgress }))
  say(`已寫入 ${posted} 筆交易（${seconds()} 秒）；建立其他資料中…`)
  await patiently(() => seedLargeAreas(db, { ...options, share: options.transactions / wholeTransactions }))
  say(`已建立其他資料（${seconds()} 秒）；關帳、開立發票與收付款中…`)
  await patiently(() => seedManyStatements(db, options.asOf, (endDate) => say(`${endDate.slice(0, 7)} 已關帳（${seconds()} 秒）`)))
  say(`共 ${seconds()} 秒；檢核帳本與帳務中…`)
  const results = await patiently(async () => [
    ...(await verifyLedger(db, { connections: connectionsOf(kind) })),
    ...(await verifyAccounting(db)),
  ])
  for (const result of results) say(lineOf(result))
  if (!isSound(results)) throw new Error('示範資料未通過帳本檢核。')
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
