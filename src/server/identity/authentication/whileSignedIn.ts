import type { Access } from '../../platform/actor.ts'
import type { AuthenticationServices } from './authenticate.ts'

/** How often it is looked whether the reader may still read. */
const lookMs = 2000
/** A file may take longer than its token lives: what counts is the session. */
const noEnd = new Date(8.64e15)

/**
 * Passes a file on as long as its reader is signed in with the rights that it was asked for with. Who reads slowly would else go on reading
 * pages from the database long after the account was closed.
 *
 * @throws Error when the reader was signed out, closed, or got other rights; the connection is cut then
 */
export async function* whileSignedIn(
  { db, clock, sessions }: Pick<AuthenticationServices, 'db' | 'clock' | 'sessions'>,
  access: Access,
  file: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const reader = { ...access, expiresAt: noEnd }
  let lookedAt = performance.now()
  for await (const chunk of file) {
    if (performance.now() - lookedAt > lookMs) {
      const ended = await sessions.findEnded(db, [reader], clock.now())
      if (ended.size > 0) throw new Error('the reader of a file may not read it any more')
      lookedAt = performance.now()
    }
    yield chunk
  }
}
