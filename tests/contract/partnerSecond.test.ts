import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { PartnerClient, type RawAnswer } from '../support/partnerClient.ts'
import { openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

// Tests the limit of calls per second (PARTNER_CALLS_PER_SECOND) with two servers on one database.

const perSecond = 5

let world: PartnerWorld
let second: FastifyInstance

beforeAll(async () => {
  world = await openPartnerWorld({ members: 12, environment: { PARTNER_CALLS_PER_SECOND: String(perSecond) } })
  const { app, database } = world.server
  second = await buildApp({ config: app.config, database, clock: { now: () => world.now() } })
})
afterAll(async () => {
  await second.close()
  await world.close()
})

/** A platform of its own, called through both servers in turn. */
async function addCaller() {
  const { account } = await world.addClient()
  const answers: RawAnswer[] = []
  let turn = 0
  const send = async ({ method, path, headers, body }: { method: string; path: string; headers: object; body: string }) => {
    turn += 1
    const server = turn % 2 === 0 ? world.server.app : second
    const answer = await server.inject({ method: method as 'POST', url: path, headers: { ...headers }, payload: body })
    const raw = { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: answer.body }
    answers.push(raw)
    return raw
  }
  return { client: new PartnerClient(account, send, () => world.now()), answers }
}

const nextSecond = () => world.setNow(new Date(world.now().getTime() + 1000))

describe('the limit of calls per second', () => {
  it('the limit of calls per second is one for all server processes, and over with the second', async () => {
    const { client, answers } = await addCaller()
    const codes = async (count: number) => {
      const all = await Promise.all(Array.from({ length: count }, () => client.call('echo', { message: 'x' })))
      return all.map(({ body }) => body.code).sort()
    }
    expect(await codes(12)).toEqual([...Array(perSecond).fill('0000'), ...Array(12 - perSecond).fill('E1007')])
    expect(await codes(2)).toEqual(['E1007', 'E1007'])
    for (const { status, headers } of answers.filter((answer) => answer.status !== 200))
      expect([status, headers['retry-after']]).toEqual([429, '1'])
    nextSecond()
    expect(await codes(perSecond + 1)).toEqual([...Array(perSecond).fill('0000'), 'E1007'])
  })

  it('counts sales and redeems, which are let in together, one by one', async () => {
    nextSecond()
    const { client } = await addCaller()
    const sell = (index: number) => client.call('points/issue', world.common({ member: { memberNo: world.members[index] }, amount: 1000 }))
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => sell(index)))
    expect(answers.filter(({ body }) => body.code === '0000')).toHaveLength(perSecond)
    expect(answers.filter(({ body }) => body.code === 'E1007')).toHaveLength(12 - perSecond)
  })

  it('the limit of calls per second takes nothing from another platform, and a refused call may be sent again as it is', async () => {
    nextSecond()
    const [full, other] = [await addCaller(), await addCaller()]
    for (let call = 0; call < perSecond; call += 1) await full.client.call('echo', { message: 'x' })
    const request = full.client.request('echo', { message: 'again' })
    expect((await full.client.send(request)).body.code).toBe('E1007')
    expect((await other.client.call('echo', { message: 'x' })).body.code).toBe('0000')
    nextSecond()
    expect((await full.client.send(request)).body.code).toBe('0000')
  })
})
