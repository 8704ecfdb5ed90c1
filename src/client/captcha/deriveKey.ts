import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { deriveKey as deriveBySubtle } from 'altcha-lib/algorithms/web/pbkdf2'
import type { DeriveKeyFunction } from 'altcha-lib/types'

/** Browsers offer `crypto.subtle` over TLS and on the own machine only: on a plain intranet address the same work is done by script. */
export const deriveKey: DeriveKeyFunction = globalThis.crypto?.subtle ? deriveBySubtle : deriveByScript

async function deriveByScript(...[parameters, salt, password]: Parameters<DeriveKeyFunction>) {
  const { algorithm, cost, keyLength } = parameters
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`cannot do ${algorithm} here`)
  return { parameters: {}, derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }) }
}
