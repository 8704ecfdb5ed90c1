import { afterEach, describe, expect, it } from 'vitest'
import { type PartnerAnswer, PartnerClient } from '../support/partnerClient.ts'
import { injectInto } from '../support/partnerWorld.ts'
import { hasRaces } from '../support/testServer.ts'
import { sizeOfRace } from './ledgerRaceDatabase.ts'
import { rotate, stopOld } from './partnerKeyChanges.ts'
import { countCodes, openPartnerRace, type PartnerRace } from './partnerRaceWorld.ts'
import { withoutLimitGuard } from './raceGuards.ts'

let race: PartnerRace
afterEach(() => race.close())

describe.runIf(hasRaces())('the limit of calls per minute, under parallel calls', () => {
  const limit = 20

  async function run(): Promise<Readonly<Record<string, number>>> {
    const limited = await race.world.addClient({ rateLimitPerMinute: limit })
    const calls = Array.from({ length: limit * 5 }, () => limited.call('echo', { message: 'x' }))
    return countCodes(await Promise.all(calls))
  }

  it('stays exact', async () => {
    race = await openPartnerRace(1)
    expect(await run()).toEqual({ '0000': limit, E1007: limit * 4 })
  })

  it('twin: is not when the count is read first and written later', async () => {
    race = await openPartnerRace(1)
    await race.removeGuards(withoutLimitGuard)
    expect((await run())['0000']).toBeGreaterThan(limit)
  })
})

describe.runIf(hasRaces())('a new key, under load', () => {
  const rotations = sizeOfRace(20, 4)

  /** @param between what to do with the platform after each rotation */
  async function run(between: (id: number, platformNo: string) => Promise<void>): Promise<Readonly<Record<string, number>>> {
    const { app } = race.world.server
    const { account } = await race.world.addClient()
    const { platformNo } = account
    const { id } = await app.db.selectFrom('connectionPlatform').select('id').where('platformNo', '=', platformNo).executeTakeFirstOrThrow()
    let current = account
    let isOver = false
    const answers: PartnerAnswer[] = []
    const held = new Map<number, number>()
    // The partner's machines get a new key one after the other; each uses its old key for some more calls.
    const machine = async (number: number) => {
      while (!isOver) {
        const known = new PartnerClient(current, injectInto(race.world.server), () => race.world.now())
        held.set(number, current.keyVersion)
        for (let calls = 0; calls < 10; calls += 1) answers.push(await known.call('echo', { message: 'x' }))
      }
    }
    const machines = Array.from({ length: 20 }, (_, number) => machine(number))
    for (let round = 0; round < rotations; round += 1) {
      current = await rotate(app, id, platformNo)
      await between(id, platformNo)
      await expect.poll(() => new Set(held.values()), { interval: 5, timeout: 60_000 }).toEqual(new Set([current.keyVersion]))
    }
    isOver = true
    await Promise.all(machines)
    return countCodes(answers)
  }

  it('refuses no call that was signed with the key before', async () => {
    race = await openPartnerRace(1)
    expect(Object.keys(await run(async () => undefined))).toEqual(['0000'])
  }, 600_000)

  it('twin: refuses some when the old key ends at once', async () => {
    race = await openPartnerRace(1)
    const codes = await run((id, platformNo) => stopOld(race.world.server.app, id, platformNo))
    expect(codes.E1002).toBeGreaterThan(0)
  }, 600_000)
})
