import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTemporaryPostgres } from '../../src/commands/lib/temporaryPostgres.mjs'
import type { TestRun } from '../support/testRun.ts'
import { cyclesOf } from './cycles.ts'
import type { PartnerModel } from './partnerModel.ts'
import { StepMaker } from './partnerModelSteps.ts'
import { type ModelWorld, openModelWorld, type Step } from './partnerModelWorld.ts'

// Compares the product with a model of the partner API that was written from the domain documents alone, for arbitrary calls of partners
// and concurrent events. PARTNER_MODEL_SEED and PARTNER_MODEL_CALLS repeat a sequence. RELIABILITY=full: 10,000 calls on each engine.

const calls = Number(process.env.PARTNER_MODEL_CALLS ?? cyclesOf(10_000, 250))
/** Constant, so that a failure means that something was changed. PARTNER_MODEL_SEED tries others; 20,780 covers the limit of days back. */
const seeds = process.env.PARTNER_MODEL_SEED ? [Number(process.env.PARTNER_MODEL_SEED)] : [20_250_920, 20_780]
/** Time limit for finding out which steps a difference needs; after it the sequence found so far is reported. */
const shortenMs = 60_000

/** Cases that every sequence must contain, because otherwise it has tested nothing. */
const often = ['points/issue', 'points/issue_return', 'points/redeem', 'points/redeem_return', 'points/balance'].map(
  (name) => `${name} 0000`,
)
/** Codes by call that a long sequence must contain. */
const seldom = {
  'points/issue': ['again', 'E1010', 'E1016', 'E1101', 'E1102', 'E1103', 'E1107', 'E1201', 'E1202', 'E1409'],
  'points/redeem': ['E1006', 'E1202', 'E1301', 'E1302', 'E1303'],
  'points/issue_return': ['E1304', 'E1305', 'E1310'],
  'points/redeem_return': ['E1305'],
  'points/convert': ['0000', 'E1021', 'E1106', 'E1301', 'E1303'],
  'transactions/query': ['again', 'E1008'],
  'members/register': ['0000', 'E1010'],
  'members/bind_card': ['0000', 'E1010'],
  reconcile: ['0000'],
} as const
const wanted =
  calls < 5000 ? often : [...often, ...Object.entries(seldom).flatMap(([name, codes]) => codes.map((code) => `${name} ${code}`))]

type Open = () => Promise<ModelWorld>

/** First difference of a sequence of steps in a new world; null when there is none. */
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

/** Removes steps about others, then ever smaller parts before the last step, while the difference remains. */
async function shorten(open: Open, steps: readonly Step[], model: PartnerModel): Promise<readonly Step[]> {
  const until = Date.now() + shortenMs
  const memberOf = (step: Step) => ('call' in step ? model.memberNoOf(step.call) : null)
  const last = steps.at(-1) as Step
  const related = steps.filter((step) => memberOf(step) === memberOf(last) || !('call' in step))
  let kept = (await replay(open, related)) === null ? steps : related
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < kept.length - 1 && Date.now() < until; ) {
      const without = [...kept.slice(0, start), ...kept.slice(Math.min(start + size, kept.length - 1))]
      if ((await replay(open, without)) === null) start += size
      else kept = without
    }
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
        const shortest = process.env.PARTNER_MODEL_SHORTEN === '0' ? steps.slice(-1) : await shorten(open, steps, world.model)
        throw new Error(`seed ${seed}, call ${made}: ${difference}\n${shortest.map((step) => JSON.stringify(step)).join('\n')}`)
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
      for (const name of wanted) expect(met.get(name), name).toBeGreaterThan(0)
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
    const folder = await mkdtemp(join(tmpdir(), 'loyalty-model-'))
    run = { ...inject('testRun'), kind: 'postgres', serverUrl: server.url, folder, templates: folder, id: 'model' }
  })
  afterAll(() => server.stop())

  expectAgreement(() => () => openModelWorld({ run }))
})
