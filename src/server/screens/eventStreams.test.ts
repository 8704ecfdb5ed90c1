import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Access } from '../platform/actor.ts'
import { createEventStreams, type FindEnded } from './eventStreams.ts'

const accessOf = (sessionId: string, userId = 1): Access => ({ sessionId, userId, userVersion: 1, expiresAt: new Date(0) })
const noneEnded: FindEnded = async () => new Set()

function streamsWith(findEnded: FindEnded = noneEnded) {
  const errors: unknown[] = []
  return { streams: createEventStreams(findEnded, (error) => errors.push(error)), errors }
}

afterEach(() => vi.useRealTimers())

describe('event streams', () => {
  it('event streams are few per session and per person; the oldest gives way to the newest', () => {
    const { streams } = streamsWith()
    const ofSession = Array.from({ length: 7 }, () => streams.open(accessOf('a')))
    expect(ofSession.map((stream) => stream.writableEnded)).toEqual([true, true, false, false, false, false, false])
    const further = ['b', 'b', 'b', 'b', 'c', 'c'].map((session) => streams.open(accessOf(session)))
    const other = streams.open(accessOf('d', 2))
    expect([...ofSession, ...further, other].filter((stream) => !stream.writableEnded)).toHaveLength(11)
    expect(ofSession[2]?.writableEnded).toBe(true)
    expect(other.writableEnded).toBe(false)
    streams.closeAll()
  })

  it('event streams are bounded in all: one more is refused until another ends', () => {
    const { streams } = streamsWith()
    const open = Array.from({ length: 1000 }, (_, user) => streams.open(accessOf(`s${user}`, user)))
    expect(() => streams.open(accessOf('late', 5000))).toThrow('連線數已滿')
    open[0]?.destroy()
    return new Promise<void>((resolve) => open[0]?.once('close', resolve)).then(() => {
      expect(() => streams.open(accessOf('late', 5000))).not.toThrow()
      streams.closeAll()
    })
  })

  it('event streams end within seconds of the access that opened them, and only those', async () => {
    vi.useFakeTimers()
    const ended = new Set<Access>()
    const { streams, errors } = streamsWith(async (open) => {
      if (ended.size === 0) throw new Error('no database')
      return new Set(open.filter((access) => ended.has(access)))
    })
    const [gone, stays] = [accessOf('a'), accessOf('b')]
    const [first, second] = [streams.open(gone), streams.open(stays)]
    await vi.advanceTimersByTimeAsync(3000)
    expect([first.writableEnded, errors.length]).toEqual([false, 1])
    ended.add(gone)
    await vi.advanceTimersByTimeAsync(2000)
    expect([first.writableEnded, second.writableEnded]).toEqual([true, false])
    // Nobody reads the stream to its end, so its connection is cut.
    await vi.advanceTimersByTimeAsync(2000)
    expect(first.destroyed).toBe(true)
    streams.closeAll()
  })

  it('event streams keep little for a reader who does not read, and send a heartbeat to the others', async () => {
    vi.useFakeTimers()
    const { streams } = streamsWith()
    const [slow, quick] = [streams.open(accessOf('a')), streams.open(accessOf('b'))]
    const read: string[] = []
    quick.on('data', (chunk: Buffer) => read.push(chunk.toString()))
    let sent = 0
    while (streams.send(slow, 'screen', { uri: 'x'.repeat(1000) }) && sent < 1000) sent += 1
    expect(slow.destroyed).toBe(true)
    expect(sent).toBeLessThan(100)
    await vi.advanceTimersByTimeAsync(21_000)
    expect(read.join('')).toBe(': open\n\n: ping\n\n')
    streams.closeAll()
  })
})
