import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { deriveKey as deriveBySubtle } from 'altcha-lib/algorithms/web/pbkdf2'
import type { DeriveKeyFunction } from 'altcha-lib/types'

/**
 * `crypto.subtle` exists only over TLS and on localhost. At a plain http address of an intranet, the same function is computed in
 * JavaScript.
 */
export const deriveKey: DeriveKeyFunction = globalThis.crypto?.subtle ? deriveBySubtle : deriveByScript

async function deriveByScript(...[parameters, salt, password]: Parameters<DeriveKeyFunction>) {
  const { algorithm, cost, keyLength } = parameters
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`cannot do ${algorithm} here`)
  return { parameters: {}, derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }) }
}
