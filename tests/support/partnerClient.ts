import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** A client of a partner, written from docs/partner-api.md alone; it shares no code with the server. */

/** The data that a partner gets: 平台代碼, 金鑰版本, AES Key and AES IV in base64. */
export interface PartnerAccount {
  readonly platformNo: string
  readonly keyVersion: number
  readonly aesKey: string
  readonly aesIv: string
}

export interface PartnerRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** An answer as the partner reads it. */
export interface PartnerAnswer {
  readonly status: number
  /** False when the answer came in clear, because the request was refused before it was decrypted. */
  readonly isSealed: boolean
  /** Seconds after which to call again; null when the answer has none. */
  readonly retryAfter: number | null
  readonly body: { readonly code: string; readonly message: string; readonly [field: string]: unknown }
}

export type Send = (request: PartnerRequest) => Promise<RawAnswer>

/** What a test may do differently from an honest client. */
export interface RequestChanges {
  readonly timestamp?: string
  readonly nonce?: string
  readonly keyVersion?: number | string
  readonly platformNo?: string
  /** Additional data of the cipher; default: platform and time. */
  readonly additionalData?: string
  /** Key of the cipher; default: the derived one. */
  readonly cipherKey?: Buffer
  readonly signature?: string
  /** Text to encrypt; default: the content as JSON. */
  readonly plain?: string | Buffer
  /** Body to send unencrypted; it is signed as it is. */
  readonly body?: string
}

const basePath = '/api/partner/v1'

function derivedKey(account: PartnerAccount, info: 'enc' | 'resp' | 'mac'): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(account.aesKey, 'base64'), Buffer.from(account.aesIv, 'base64'), info, 32))
}

export class PartnerClient {
  readonly account: PartnerAccount
  readonly #send: Send
  readonly #now: () => Date
  readonly #keys: { readonly enc: Buffer; readonly resp: Buffer; readonly mac: Buffer }

  constructor(account: PartnerAccount, send: Send, now: () => Date = () => new Date()) {
    this.account = account
    this.#send = send
    this.#now = now
    this.#keys = { enc: derivedKey(account, 'enc'), resp: derivedKey(account, 'resp'), mac: derivedKey(account, 'mac') }
  }

  /** The request of a call, which can be sent several times. */
  request(call: string, content: unknown, changes: RequestChanges = {}): PartnerRequest {
    const method = 'POST'
    const path = `${basePath}/${call}`
    const platformNo = changes.platformNo ?? this.account.platformNo
    const keyVersion = String(changes.keyVersion ?? this.account.keyVersion)
    const timestamp = changes.timestamp ?? String(Math.floor(this.#now().getTime() / 1000))
    const nonce = changes.nonce ?? randomBytes(12).toString('hex')
    const plain = Buffer.from(changes.plain ?? JSON.stringify(content))
    const body = changes.body ?? this.#encrypt(plain, nonce, changes.additionalData ?? `${platformNo}\n${timestamp}`, changes.cipherKey)
    const signature = changes.signature ?? this.#sign([method, path, platformNo, keyVersion, timestamp, nonce], body)
    const headers = {
      'content-type': 'application/json',
      'x-platform-no': platformNo,
      'x-key-version': keyVersion,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signature,
    }
    return { method, path, headers, body }
  }

  async call(call: string, content: unknown, changes: RequestChanges = {}): Promise<PartnerAnswer> {
    return this.send(this.request(call, content, changes))
  }

  /**
   * Repeats a call as the manual requires: while the outcome is unknown (E1900), the same content with the same number, after the seconds
   * in the answer.
   *
   * @param onUnknown gets each answer with an unknown outcome
   */
  async callUntilKnown(
    call: string,
    content: unknown,
    pause: (seconds: number) => Promise<void> = (seconds) => sleep(seconds * 1000),
    onUnknown: (answer: PartnerAnswer) => void = () => undefined,
  ): Promise<PartnerAnswer> {
    for (;;) {
      const answer = await this.call(call, content)
      if (answer.body.code !== 'E1900') return answer
      onUnknown(answer)
      await pause(answer.retryAfter ?? 1)
    }
  }

  async send(request: PartnerRequest): Promise<PartnerAnswer> {
    return this.read(request, await this.#send(request))
  }

  /** Verifies and decrypts an answer. @throws Error when an encrypted answer is not from the platform */
  read({ method, path }: PartnerRequest, answer: RawAnswer): PartnerAnswer {
    const parsed = JSON.parse(answer.body) as { data?: string }
    const { status } = answer
    const told = answer.headers['retry-after']
    const retryAfter = told === undefined ? null : Number(told)
    if (parsed.data === undefined) return { status, isSealed: false, retryAfter, body: parsed as unknown as PartnerAnswer['body'] }
    const header = (name: string) => answer.headers[name] ?? ''
    const [platformNo, keyVersion, timestamp, nonce] = ['x-platform-no', 'x-key-version', 'x-timestamp', 'x-nonce'].map(header) as [
      string,
      string,
      string,
      string,
    ]
    const expected = Buffer.from(this.#sign([method, path, platformNo, keyVersion, timestamp, nonce], answer.body), 'hex')
    const given = Buffer.from(header('x-signature'), 'hex')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('the signature of the answer is wrong')
    const text = this.#decrypt(parsed.data, nonce, `${platformNo}\n${timestamp}`)
    return { status, isSealed: true, retryAfter, body: JSON.parse(text) as PartnerAnswer['body'] }
  }

  #sign(lines: readonly string[], body: string): string {
    const bodyHash = createHash('sha256').update(body).digest('hex')
    return createHmac('sha256', this.#keys.mac)
      .update([...lines, bodyHash].join('\n'))
      .digest('hex')
  }

  #encrypt(plain: Buffer, nonce: string, additionalData: string, key: Buffer = this.#keys.enc): string {
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(nonce, 'hex'))
    cipher.setAAD(Buffer.from(additionalData))
    const bytes = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    return JSON.stringify({ data: bytes.toString('base64') })
  }

  #decrypt(data: string, nonce: string, additionalData: string): string {
    const bytes = Buffer.from(data, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', this.#keys.resp, Buffer.from(nonce, 'hex'))
    decipher.setAAD(Buffer.from(additionalData))
    decipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  }
}
