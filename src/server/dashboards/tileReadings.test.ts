import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import type { ResolvedTile } from '../../language/dashboard/resolved.ts'
import { type Actor, systemActor } from '../platform/actor.ts'
import { TileReadings } from './tileReadings.ts'

const tileOf = (id: string) => ({ shown: { id } }) as unknown as ResolvedTile
const [one, other] = [tileOf('a'), tileOf('b')]
const inSession = (sessionId: string): Actor => ({ ...systemActor, id: 1, sessionId })

function open() {
  const begun: { end(failure?: Error): void }[] = []
  const readings = new TileReadings({} as FastifyInstance, () => {
    const place = begun.length
    return new Promise((resolve, reject) => {
      begun.push({ end: (failure) => (failure ? reject(failure) : resolve({ link: `${place}` })) })
    })
  })
  return { begun, readings }
}

it('a tile that is asked for while it is read is read once', async () => {
  const { begun, readings } = open()
  const both = [readings.read(inSession('s'), one, 'thisMonth'), readings.read(inSession('s'), one, 'thisMonth')]
  expect(begun).toHaveLength(1)
  begun[0]?.end()
  expect(await Promise.all(both)).toEqual([{ link: '0' }, { link: '0' }])
  void readings.read(inSession('s'), one, 'thisMonth')
  expect(begun).toHaveLength(2)
})

it('another session, tile or period is read for itself', () => {
  const { begun, readings } = open()
  void readings.read(inSession('s'), one, 'thisMonth')
  void readings.read(inSession('t'), one, 'thisMonth')
  void readings.read(inSession('s'), other, 'thisMonth')
  void readings.read(inSession('s'), one, 'thisYear')
  expect(begun).toHaveLength(4)
})

it('a reading that failed is told to all who wait, and tried again by the next', async () => {
  const { begun, readings } = open()
  const both = [readings.read(inSession('s'), one, 'thisMonth'), readings.read(inSession('s'), one, 'thisMonth')]
  begun[0]?.end(new Error('lost'))
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  void readings.read(inSession('s'), one, 'thisMonth')
  expect(begun).toHaveLength(2)
})
