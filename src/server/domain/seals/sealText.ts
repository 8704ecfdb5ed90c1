import { createHmac } from 'node:crypto'

/** What a seal holds, in the texts of the database, so that it is the same when it is read again. */
export interface SealContent {
  readonly sealNo: number
  readonly sealedAt: Date
  readonly keyId: string
  readonly auditTotal: number
  readonly ledgerTotal: number
  /** Multirange of posting numbers. */
  readonly numbers: string
  readonly numberCount: number
  /** Hex. */
  readonly numbersDigest: string
  readonly sealedTo: number
  /** Chains of the audit that grew: id, length and last hash (hex), in the order of their ids. */
  readonly heads: readonly (readonly [chainId: number, seq: number, hash: string])[]
}

/** Identifies a key without revealing it, so that another key can be told apart from a changed row. */
export function keyIdOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('audit seal key').digest('hex').slice(0, 16)
}

/** The keyed digest of a seal and, through the one before it, of all before. @param before hex; empty for the first */
export function macOf(key: Uint8Array, before: string, content: SealContent): string {
  const { sealNo, sealedAt, keyId, auditTotal, ledgerTotal, numbers, numberCount, numbersDigest, sealedTo, heads } = content
  const totals = [auditTotal, ledgerTotal, numberCount, sealedTo]
  const text = JSON.stringify(['seal 1', before, sealNo, sealedAt.toISOString(), keyId, totals, numbers, numbersDigest, heads])
  return createHmac('sha256', key).update(text).digest('hex')
}

const codeDigits = 24

/** What is printed of a seal: its number and 96 bits of its digest, which nobody can match with other rows. */
export function anchorCode(sealNo: number, mac: string): string {
  return [String(sealNo), ...(mac.slice(0, codeDigits).match(/.{4}/g) ?? [])].join('-')
}

/** @returns null for a text that is no anchor code */
export function parseAnchorCode(text: string): { readonly sealNo: number; readonly digits: string } | null {
  const match = /^(\d{1,15})-((?:[0-9a-f]{4}-){5}[0-9a-f]{4})$/.exec(text.trim().toLowerCase())
  return match ? { sealNo: Number(match[1]), digits: String(match[2]).replaceAll('-', '') } : null
}
