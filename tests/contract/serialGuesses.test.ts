import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { insertCorporateMember } from '../../src/server/domain/serial/testing.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { PartnerClient } from '../support/partnerClient.ts'
import { addPlatform, injectInto, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import { hasRaces } from '../support/testServer.ts'
import { addSerials } from './exchangeWorld.ts'

/** Wrong pins after which a serial or card is frozen. */
const guessesMax = 5
/** Attempts when the right pin overtakes others: only with a chance of one in six it is the last. */
const roundsMax = 80

interface Shown {
  readonly serialNo: string
  readonly pin: string
}

let world: PartnerWorld
let closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.reverse()) await close()
  closers = []
})

/** @param processes number of servers on one database */
async function open(processes: number): Promise<{ readonly clients: readonly PartnerClient[]; readonly serial: Shown }> {
  // Most calls of one company that may wait at a time.
  world = await openPartnerWorld({ members: 1, environment: { DATABASE_POOL_SIZE: '40' } })
  closers.push(() => world.close())
  const { app, database } = world.server
  await insertCorporateMember(database.db, 'E000001', '00012345')
  const account = await addPlatform(database.db, app.secrets.fieldEncryption, world.now())
  const clients = [new PartnerClient(account, injectInto(world.server), world.now)]
  for (let process = 1; process < processes; process += 1) {
    const served = { ...database, db: app.db, close: async () => undefined }
    const other = await buildApp({ config: app.config, secrets: app.secrets, database: served, clock: { now: world.now } })
    closers.push(() => other.close())
    const inject = other.inject.bind(other) as typeof world.server.inject
    clients.push(new PartnerClient(account, injectInto({ ...world.server, inject }), world.now))
  }
  return { clients, serial: await addSerial() }
}

async function addSerial(): Promise<Shown> {
  const { serials } = await addSerials(world.server, 'E000001', 100, ['2099-12-31'])
  const [serial] = serials
  if (!serial) throw new Error('no serial')
  return { serialNo: serial.serialNo, pin: serial.pin }
}

/** Pins that are all wrong. */
function wrongPins(count: number, { pin }: Shown): readonly string[] {
  const all = Array.from({ length: count + 1 }, (_, index) => String(index).padStart(6, '0'))
  return all.filter((each) => each !== pin).slice(0, count)
}

async function deposit(client: PartnerClient | undefined, serial: Shown, pin: string): Promise<string> {
  const answer = await client?.call('serials/deposit', world.common({ member: { memberNo: world.members[0] }, ...serial, pin }))
  return answer?.body.code ?? 'nobody asked'
}

async function stateOf(db: Database, { serialNo }: Shown) {
  const { rows } = await sql<{ wrongPins: number; frozenBy: string | null }>`
    select wrong_pins, frozen_by from point_serial where last4 = ${serialNo.slice(-4)}`.execute(db)
  return rows[0]
}

/** Resolves when this many calls wait for the row that `trx` of the test has locked. */
async function untilWaiting(db: Database, count: number): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if ((rows[0]?.count ?? 0) >= count) return
    await sleep(20)
  }
  throw new Error('the calls do not wait for the serial')
}

/**
 * Locks the serial until the wrong pins, and after them the right one, wait for it. PostgreSQL usually grants locks in order, but does not
 * guarantee it: after a change of the row, those who waited for its old version race for the new one.
 *
 * @returns their codes
 */
async function tryInOrder(client: PartnerClient | undefined, serial: Shown, pins: readonly string[]): Promise<readonly string[]> {
  const { db } = world.server.database
  const calls: Promise<string>[] = []
  await db.transaction().execute(async (trx) => {
    await sql`select id from point_serial for update`.execute(trx)
    for (const pin of pins) {
      calls.push(deposit(client, serial, pin))
      await untilWaiting(db, calls.length)
    }
  })
  return Promise.all(calls)
}

describe.runIf(hasRaces())('pins of a serial guessed by many calls at once', () => {
  it('pins of a serial guessed by many calls at once are counted before anybody else may guess: the right pin behind five wrong ones is refused', async () => {
    const { clients } = await open(1)
    for (let round = 0; round < roundsMax; round += 1) {
      const serial = await addSerial()
      const codes = await tryInOrder(clients[0], serial, [...wrongPins(guessesMax, serial), serial.pin])
      const { wrongPins: counted = 0, frozenBy = null } = (await stateOf(world.server.database.db, serial)) ?? {}
      if (codes.at(-1) === 'E1601') {
        expect({ codes, counted, frozenBy }).toEqual({ codes: Array(guessesMax + 1).fill('E1601'), counted: guessesMax, frozenBy: 'pin' })
        return
      }
      // The right pin overtook some wrong ones, which were counted after it; had it come last, it would have reset the count.
      expect(counted).toBeGreaterThan(0)
    }
    throw new Error('the right pin was never the last')
  })

  it('twin: the same right pin is taken where wrong ones are forgotten', async () => {
    const { clients, serial } = await open(1)
    const forget = `
      create function forget_guess() returns trigger language plpgsql as 'begin return old; end';
      create trigger forget_guess before update on point_serial for each row when (new.wrong_pins > old.wrong_pins)
        execute function forget_guess();`
    await sql.raw(forget).execute(world.server.database.db)
    const codes = await tryInOrder(clients[0], serial, [...wrongPins(guessesMax, serial), serial.pin])
    expect(codes.at(-1)).toBe('0000')
  })

  it('pins of a serial guessed by many calls at once are five of 200, whichever process they come to', async () => {
    const { clients, serial } = await open(2)
    const pins = wrongPins(200, serial)
    const codes = await Promise.all(pins.map((pin, index) => deposit(clients[index % clients.length], serial, pin)))
    expect(new Set(codes)).toEqual(new Set(['E1601']))
    expect(await stateOf(world.server.database.db, serial)).toEqual({ wrongPins: guessesMax, frozenBy: 'pin' })
    expect(await deposit(clients[1], serial, serial.pin)).toBe('E1601')
  })
})

describe('a wrong pin of a serial', () => {
  it('counts although the call is refused, and not again when an answer is only repeated', async () => {
    const { clients, serial } = await open(1)
    const { db } = world.server.database
    const [wrong = ''] = wrongPins(1, serial)
    expect(await deposit(clients[0], serial, wrong)).toBe('E1601')
    expect(await stateOf(db, serial)).toMatchObject({ wrongPins: 1 })
    const content = world.common({ member: { memberNo: world.members[0] }, ...serial })
    const answers = [await clients[0]?.call('serials/deposit', content), await clients[0]?.call('serials/deposit', content)]
    expect(answers.map((answer) => [answer?.body.code, answer?.body.replayed])).toEqual([
      ['0000', false],
      ['0000', true],
    ])
    expect(await stateOf(db, serial)).toMatchObject({ wrongPins: 0 })
  })

  it('a wrong pin of a serial is not judged in a call that is refused for something else', async () => {
    const { clients, serial } = await open(1)
    const [wrong = ''] = wrongPins(1, serial)
    const content = world.common({ member: { mobile: '0999999999' }, ...serial, pin: wrong })
    expect((await clients[0]?.call('serials/deposit', content))?.body.code).toBe('E1201')
    expect(await stateOf(world.server.database.db, serial)).toMatchObject({ wrongPins: 0 })
  })
})
