import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { isOpenAddress, openLookup } from './openNetwork.ts'

const timeoutMs = 10_000

/** What is sent to an address. */
export interface WebhookCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

/**
 * Why an address cannot be used; null when it can. Only https to the internet, except for the hosts that the operator has named.
 *
 * @param privateHosts host names, with a port where it is not the usual one
 */
export function urlProblem(text: string, privateHosts: readonly string[]): string | null {
  if (!URL.canParse(text)) return '網址格式錯誤，應為 https:// 開頭的完整網址。'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return '網址不可包含帳號或密碼。'
  if (url.hash !== '') return '網址不可包含 #。'
  if (privateHosts.includes(url.host) && ['http:', 'https:'].includes(url.protocol)) return null
  if (url.protocol !== 'https:') return '網址須為 https:// 開頭。'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isOpen = isIP(host) === 0 ? isOpenName(host) : isOpenAddress(host)
  return isOpen ? null : '網址須在網際網路上；內部主機須由系統管理人員列入 WEBHOOK_PRIVATE_HOSTS。'
}

/** Names that no server of the internet answers for (RFC 6761, 6762, 8375). Where any other name leads is known only when it is called. */
const innerNames = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/

function isOpenName(host: string): boolean {
  return host.includes('.') && !innerNames.test(host)
}

/**
 * Posts a body once: no redirect is followed, and of the answer only the status is read.
 *
 * @returns the HTTP status
 * @throws Error when there is no answer, or the address must not be called
 */
export function postWebhook({ url, headers, body, signal }: WebhookCall, privateHosts: readonly string[]): Promise<number> {
  const problem = urlProblem(url, privateHosts)
  if (problem !== null) return Promise.reject(new Error(problem))
  const target = new URL(url)
  const isPrivate = privateHosts.includes(target.host)
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  return new Promise((resolve, reject) => {
    const request = send(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: limit,
        agent: false,
        ...(!isPrivate && { lookup: openLookup }),
      },
      (response) => {
        resolve(response.statusCode ?? 0)
        // The rest of the answer is of no interest, however long it is.
        response.destroy()
      },
    )
    request.on('error', (error) => reject(limit.aborted && !signal.aborted ? new Error('10 秒內沒有回應') : error))
    request.end(body)
  })
}
