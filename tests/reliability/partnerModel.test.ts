import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTemporaryPostgres } from '../../src/commands/lib/temporaryPostgres.mjs'
import type { TestRun } from '../support/templates.ts'
import { cyclesOf } from './cycles.ts'
import { StepMaker } from './partnerModelSteps.ts'
import { type ModelWorld, openModelWorld, type Step } from './partnerModelWorld.ts'

// A model of the partner API, written from the domain design alone, and the product are asked the same: whatever partners send, and what
// happens beside it. PARTNER_MODEL_SEED and PARTNER_MODEL_CALLS repeat a course. RELIABILITY=full: 10,000 calls on each engine.

const calls = Number(process.env.PARTNER_MODEL_CALLS ?? cyclesOf(10_000, 250))
/** One that never changes, and one of the day. */
const seeds = process.env.PARTNER_MODEL_SEED ? [Number(process.env.PARTNER_MODEL_SEED)] : [20_250_920, Math.floor(Date.now() / 86_400_000)]
/** New worlds that are made to find out which steps a difference needs. */
const triesMax = 24

/** What every course has to meet, or it has asked nothing. */
const often = [
  ...['points/issue 0000', 'points/issue again', 'points/issue E1103', 'points/issue E1010', 'points/redeem 0000'],
  ...['points/issue_return 0000', 'points/issue_return E1305', 'points/redeem_return 0000', 'points/convert 0000', 'points/balance 0000'],
]
/** What a long one has to meet, too. */
const seldom = [
  ...['points/issue E1016', 'points/issue E1101', 'points/issue E1102', 'points/issue E1107', 'points/issue E1201'],
  ...[
    'points/issue E1202',
    'points/issue E1409',
    'points/redeem E1006',
    'points/redeem E1301',
    'points/redeem E1302',
    'points/redeem E1303',
  ],
  ...['points/redeem E1202', 'points/issue_return E1304', 'points/issue_return E1310', 'points/redeem_return E1305'],
  ...[
    'points/convert E1021',
    'points/convert E1106',
    'points/convert E1303',
    'points/convert E1301',
    'transactions/query again',
    'transactions/query E1008',
  ],
  ...['members/register 0000', 'members/bind_card 0000', 'members/bind_card E1010', 'reconcile 0000'],
]

type Open = () => Promise<ModelWorld>

/** What a step is about: a member, an original, a company's stock. */
function wordsOf(step: Step): string {
  return JSON.stringify(step)
}

/** First difference of a course of steps in a new world; null when there is none. */
async function replay(open: Open, steps: readonly Step[]): Promise<string | null> {
  const world = await open()
  try {
    for (const [index, step] of steps.entries()) {
      const difference = await world.take(step)
      if (difference !== null && index === steps.length - 1) return difference
    }
    return null
  } finally {
    await world.close()
  }
}

/** Leaves out ever smaller parts of what came before the last step, as long as the last step still differs. */
async function shorten(open: Open, steps: readonly Step[]): Promise<readonly Step[]> {
  let kept = [...steps]
  let size = Math.ceil(kept.length / 2)
  for (let tries = 0; tries < triesMax && size >= 1; ) {
    let isShorter = false
    for (let start = 0; start < kept.length - 1 && tries < triesMax; ) {
      const without = kept.filter((_, index) => index < start || index >= start + size || index === kept.length - 1)
      tries += 1
      if (without.length < kept.length && (await replay(open, without)) !== null) {
        kept = without
        isShorter = true
      } else start += size
    }
    if (!isShorter || size === 1) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return kept
}

async function run(open: Open, seed: number): Promise<ReadonlyMap<string, number>> {
  const world = await open()
  const steps: Step[] = []
  try {
    const maker = new StepMaker(seed, calls, world.model)
    for (let made = 0; made < calls; ) {
      const step = maker.next()
      steps.push(step)
      if ('call' in step) made += 1
      const difference = await world.take(step)
      if (difference !== null) {
        const shortest = process.env.PARTNER_MODEL_SHORTEN === '0' ? steps.slice(-1) : await shorten(open, steps)
        throw new Error(`seed ${seed}, call ${made}: ${difference}\n${shortest.map(wordsOf).join('\n')}`)
      }
    }
    expect(await world.compareAll(), `seed ${seed}`).toEqual([])
    return world.met
  } finally {
    await world.close()
  }
}

function expectAgreement(open: () => Open): void {
  it.each(seeds)(
    `agrees with the model over ${calls} calls (seed %i)`,
    async (seed) => {
      const met = await run(open(), seed)
      if (process.env.PARTNER_MODEL_SHOW)
        process.stdout.write(
          `${[...met]
            .sort()
            .map(([name, count]) => `${name}: ${count}`)
            .join('\n')}\n`,
        )
      for (const name of calls >= 5000 ? [...often, ...seldom] : often) expect(met.get(name), name).toBeGreaterThan(0)
    },
    7_200_000,
  )
}

describe('the partner API on the embedded database', () => {
  expectAgreement(() => () => openModelWorld())
})

describe('the partner API on PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startTemporaryPostgres>>
  let run: TestRun

  beforeAll(async () => {
    server = await startTemporaryPostgres()
    run = { kind: 'postgres', serverUrl: server.url, folder: await mkdtemp(join(tmpdir(), 'loyalty-model-')), id: 'model' }
  })
  afterAll(() => server.stop())

  expectAgreement(() => () => openModelWorld({ run }))
})
