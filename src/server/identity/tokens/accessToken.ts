import { webcrypto } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Access } from '../../platform/actor.ts'

const algorithm = 'HS256'
const issuer = 'loyalty-back-office'
const audience = 'loyalty_api'
/** Token type of RFC 9068, so that other JWTs of the installation are not accepted as access tokens. */
const tokenType = 'at+jwt'
const leewaySeconds = 30

/** The claims that the server reads back; all others are for the browser. */
export type AccessTokenSubject = Omit<Access, 'expiresAt'>

export type TokenReading = { readonly kind: 'valid'; readonly access: Access } | { readonly kind: 'expired' } | { readonly kind: 'bad' }

/** Signs and reads access tokens with the installation's key. */
export interface AccessTokens {
  readonly lifeSeconds: number
  sign(subject: AccessTokenSubject, claims: Readonly<Record<string, unknown>>, now: Date): Promise<string>
  read(token: string, now: Date): Promise<TokenReading>
}

export function createAccessTokens(secret: Uint8Array, lifeMinutes: number): AccessTokens {
  const lifeSeconds = lifeMinutes * 60
  // Once: of bare bytes the library would make a key for each call, which takes as long as the check itself.
  const imported = webcrypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  return {
    lifeSeconds,
    async sign(subject, claims, now) {
      const seconds = Math.floor(now.getTime() / 1000)
      return new SignJWT({ ...claims, sid: subject.sessionId, ver: subject.userVersion })
        .setProtectedHeader({ alg: algorithm, typ: tokenType })
        .setSubject(String(subject.userId))
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(seconds)
        .setNotBefore(seconds)
        .setExpirationTime(seconds + lifeSeconds)
        .sign(await imported)
    },
    async read(token, now) {
      try {
        const { payload } = await jwtVerify(token, await imported, {
          algorithms: [algorithm],
          typ: tokenType,
          issuer,
          audience,
          requiredClaims: ['sub', 'sid', 'ver', 'exp', 'nbf'],
          clockTolerance: leewaySeconds,
          currentDate: now,
        })
        return readAccess(payload)
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { kind: 'expired' }
        if (error instanceof errors.JOSEError) return { kind: 'bad' }
        throw error
      }
    },
  }
}

function readAccess({ sub, sid, ver, exp }: JWTPayload): TokenReading {
  const userId = Number(sub)
  if (!Number.isSafeInteger(userId) || typeof sid !== 'string' || typeof ver !== 'number' || exp === undefined) return { kind: 'bad' }
  return { kind: 'valid', access: { userId, sessionId: sid, userVersion: ver, expiresAt: new Date((exp + leewaySeconds) * 1000) } }
}
