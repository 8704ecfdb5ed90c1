import { PassThrough } from 'node:stream'
import type { Access } from '../platform/actor.ts'
import { ApiError } from '../platform/errors.ts'

/** Most open streams per session and per user. When there is one more, the oldest is closed; its page reconnects later. */
const perSession = 5
const perUser = 10
/** Most open streams of all users. A stream costs a connection and about 20 KB. */
const inAll = 1000
/** A connection with this many unsent bytes is cut: its page does not read. It reloads everything when it reconnects. */
const unreadBytesMax = 64 * 1024
/** Longest life of a stream; the browser then opens a new one with a fresh token. */
const streamMs = 10 * 60_000
const pingMs = 20_000
/** How often ended sessions are looked for. A stream may outlive its session by this time. */
const lookMs = 2000
/** Time for the last bytes to be sent before the connection is cut. */
const lastWordsMs = 2000

interface OpenStream {
  readonly access: Access
  readonly stream: PassThrough
  readonly openedAt: number
}

export interface EventStreams {
  /** @throws 503 when the server has the maximum number of streams */
  open(access: Access): PassThrough
  /** Writes one event; returns false when the reader has disconnected. */
  send(stream: PassThrough, name: string, data: unknown): boolean
  closeAll(): void
}

/** Returns those accesses that have ended: signed out, locked, changed or expired. */
export type FindEnded = (open: readonly Access[]) => Promise<ReadonlySet<Access>>

/**
 * Manages open streams of server-sent events. Their number per user is limited, they have a heartbeat, they end with the access that opened
 * them, and they buffer little for a reader that does not read.
 *
 * @param report called when the accesses cannot be checked. The streams stay open then, because they carry no secrets.
 */
export function createEventStreams(findEnded: FindEnded, report: (error: unknown) => void): EventStreams {
  const open = new Set<OpenStream>()
  const watch = watchEnds(open, findEnded, report)

  const forget = (stream: PassThrough) => {
    for (const one of open) if (one.stream === stream) open.delete(one)
    if (open.size === 0) watch.end()
  }

  const giveWay = (isRival: (other: OpenStream) => boolean, max: number) => {
    const rivals = [...open].filter(isRival).sort((one, other) => one.openedAt - other.openedAt)
    for (const { stream } of rivals.slice(0, Math.max(0, rivals.length - max))) {
      forget(stream)
      hangUp(stream)
    }
  }

  return {
    open(access) {
      if (open.size >= inAll) throw tooManyStreams()
      const stream = new PassThrough()
      open.add({ access, stream, openedAt: performance.now() })
      giveWay((other) => other.access.sessionId === access.sessionId, perSession)
      giveWay((other) => other.access.userId === access.userId, perUser)
      watch.begin()
      keepAlive(stream, forget)
      stream.write(': open\n\n')
      return stream
    },
    send: (stream, name, data) => write(stream, `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    closeAll() {
      for (const { stream } of open) hangUp(stream)
    },
  }
}

/** Looks for streams of which the access has ended, while there are any. */
function watchEnds(open: ReadonlySet<OpenStream>, findEnded: FindEnded, report: (error: unknown) => void) {
  let looking: NodeJS.Timeout | undefined
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      const ended = await findEnded([...open].map(({ access }) => access))
      for (const { access, stream } of open) if (ended.has(access)) hangUp(stream)
    } catch (error) {
      report(error)
    } finally {
      isLooking = false
    }
  }
  return {
    begin() {
      looking ??= setInterval(() => void look(), lookMs)
    },
    end() {
      clearInterval(looking)
      looking = undefined
    },
  }
}

/** The heartbeat of a stream and the end of its life. */
function keepAlive(stream: PassThrough, onClose: (stream: PassThrough) => void): void {
  const ping = setInterval(() => write(stream, ': ping\n\n'), pingMs)
  const end = setTimeout(() => hangUp(stream), streamMs)
  stream.once('close', () => {
    clearInterval(ping)
    clearTimeout(end)
    onClose(stream)
  })
}

/** @returns false when the reader has disconnected, or is disconnected now because it does not read */
function write(stream: PassThrough, text: string): boolean {
  if (stream.writableEnded || stream.destroyed) return false
  stream.write(text)
  if (stream.writableLength + stream.readableLength <= unreadBytesMax) return true
  stream.destroy()
  return false
}

function hangUp(stream: PassThrough): void {
  stream.end()
  const restricted = setTimeout(() => stream.destroy(), lastWordsMs)
  stream.once('close', () => clearTimeout(restricted))
}

function tooManyStreams(): ApiError {
  return new ApiError(503, 'TOO_MANY_STREAMS', '即時通知的連線數已滿，畫面仍可使用。', { headers: { 'retry-after': '60' } })
}
