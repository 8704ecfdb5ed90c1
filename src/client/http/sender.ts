import axios from 'axios'
import { errorTexts } from './errorCatalogue.ts'
import type { HttpClientOptions, Request } from './httpClientOptions.ts'
import { HttpProblem } from './problem.ts'
import { type Answer, createTransport } from './transport.ts'

/** Sends calls with the tokens of the session; resolves to answers of any status. */
export interface Sender {
  /** @throws HttpProblem when no answer arrived */
  send(request: Request, address: string): Promise<Answer>
  authorization(): Record<string, string>
}

export function createSender({ session, departures, beginLoading, baseURL }: HttpClientOptions): Sender {
  const transport = createTransport(baseURL)

  const authorization = (): Record<string, string> => {
    const tokens = session.readTokens()
    return tokens ? { Authorization: `Bearer ${tokens.access_token}` } : {}
  }
  const headers = ({ anonymous, idempotencyKey }: Request): Record<string, string> => {
    const xsrfToken = session.readXsrfToken()
    return {
      ...(anonymous ? {} : authorization()),
      ...(xsrfToken ? { 'X-XSRF-TOKEN': xsrfToken } : {}),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    }
  }
  const transmit = async (request: Request, address: string): Promise<Answer> => {
    const endLoading = request.background ? undefined : beginLoading?.()
    try {
      const { method, body, signal, file } = request
      const answer = await transport({ method, address, headers: headers(request), body, ...(signal && { signal }), ...(file && { file }) })
      const xsrfToken = answer.headers['x-xsrf-token']
      if (xsrfToken) session.saveXsrfToken(xsrfToken)
      return answer
    } catch (cause) {
      const problem = transportProblem(cause)
      if (problem.kind === 'network' && !request.quiet) departures.toPage500(problem)
      throw problem
    } finally {
      endLoading?.()
    }
  }
  /** Sends a call, and repeats it once when the server refused an outdated anti-forgery token and sent a new one. */
  const send = async (request: Request, address: string): Promise<Answer> => {
    const sentXsrfToken = session.readXsrfToken()
    const answer = await transmit(request, address)
    const isRetry = answer.status === 403 && session.readXsrfToken() !== sentXsrfToken
    return isRetry ? await transmit(request, address) : answer
  }
  return { send, authorization }
}

function transportProblem(cause: unknown): HttpProblem {
  // Browsers abort pending requests when the page is left.
  const isAborted = axios.isCancel(cause) || (axios.isAxiosError(cause) && cause.message === 'Request aborted')
  if (isAborted) return new HttpProblem({ kind: 'aborted', status: 0, code: null, text: '' }, { cause })
  return new HttpProblem({ kind: 'network', status: 0, code: null, text: errorTexts.networkLost }, { cause })
}
