import { type DerivedKeys, decryptText, encryptText, isSignedBy, newNonce, type SignedParts, sign } from './protocolCrypto.ts'

/** A signed and encrypted echo call as a partner sends it (domain 8). */
export interface SampleCall {
  readonly method: 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly plainBody: string
  readonly encryptedBody: string
}

/** An answer as it came in. */
export interface SampleAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** An answer as the partner reads it. */
export interface ReadAnswer {
  /** Null when the answer was not encrypted: the call was refused before decryption. */
  readonly isSigned: boolean | null
  /** Decrypted text; the text itself when it was not encrypted; null when it cannot be decrypted. */
  readonly text: string | null
}

const method = 'POST'
const path = '/api/partner/v1/echo'
/** The text that the API should echo. */
export const sampleMessage = '連線測試'

export function createSampleCall(platformNo: string, keys: DerivedKeys, now: Date): SampleCall {
  const sealed = { platformNo, timestamp: String(Math.floor(now.getTime() / 1000)), nonce: newNonce() }
  const plainBody = JSON.stringify({ message: sampleMessage, sentAt: now.toISOString() })
  const encryptedBody = JSON.stringify({ data: encryptText(keys.request, sealed, plainBody) })
  const { keyVersion } = keys
  const headers = {
    'content-type': 'application/json',
    'x-platform-no': platformNo,
    'x-key-version': String(keyVersion),
    'x-timestamp': sealed.timestamp,
    'x-nonce': sealed.nonce,
    'x-signature': sign(keys.signature, { ...sealed, method, path, keyVersion, body: encryptedBody }),
  }
  return { method, path, headers, plainBody, encryptedBody }
}

function signedPartsOf({ headers, body }: SampleAnswer): SignedParts {
  const text = (name: string) => String(headers[name] ?? '')
  const sealed = { platformNo: text('x-platform-no'), timestamp: text('x-timestamp'), nonce: text('x-nonce') }
  return { ...sealed, method, path, keyVersion: Number(text('x-key-version')), body }
}

function sealedDataOf(body: string): string | null {
  const { data } = JSON.parse(body) as { readonly data?: unknown }
  return typeof data === 'string' ? data : null
}

/** Checks the signature of an answer and decrypts it, as a partner has to. */
export function readSampleAnswer(keys: DerivedKeys, answer: SampleAnswer): ReadAnswer {
  const data = sealedDataOf(answer.body)
  if (data === null) return { isSigned: null, text: answer.body }
  const parts = signedPartsOf(answer)
  const isSigned = isSignedBy(keys.signature, parts, String(answer.headers['x-signature'] ?? ''))
  return { isSigned, text: decryptText(keys.response, parts, data) }
}
