import axios, { type AxiosInstance, type AxiosResponse } from 'axios'

/** An answer of any status, its body parsed by its content type. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** A successful answer (200) is a file, whose body is returned as a Blob. */
  readonly file?: boolean
}

/** Sends a request. Resolves to the answer of any status; rejects with the error of axios when none arrived. */
export type Transport = (request: TransportRequest) => Promise<Answer>

/**
 * Creates the only axios instance of an app. No timeout (specification, section 7). The anti-forgery token comes from the session: axios
 * would ask the browser's cookie store for one, whose answer comes after the next frame, and hold back each call until then.
 */
export function createTransport(baseURL = ''): Transport {
  const instance = axios.create({ baseURL, timeout: 0, validateStatus: () => true, withXSRFToken: false })
  return (request) => send(instance, request)
}

async function send(instance: AxiosInstance, request: TransportRequest): Promise<Answer> {
  const response = await instance.request<ArrayBuffer>({
    method: request.method,
    url: request.address,
    headers: { ...contentType(request.body), ...request.headers },
    data: request.body,
    // Always read as bytes, because only the content type of the answer says whether it is JSON, text or a file.
    responseType: 'arraybuffer',
    ...(request.signal && { signal: request.signal }),
  })
  return { status: response.status, headers: headersOf(response), body: readBody(response, request.file === true) }
}

/** The browser sets the content type of forms itself, with the multipart boundary. */
function contentType(body: unknown): Record<string, string> {
  if (body instanceof FormData || body instanceof URLSearchParams || body === undefined) return {}
  return { 'Content-Type': 'application/json' }
}

function headersOf(response: AxiosResponse): Record<string, string> {
  return Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
}

function readBody(response: AxiosResponse<ArrayBuffer>, file: boolean): unknown {
  const type = String(response.headers['content-type'] ?? '')
  if (file && response.status === 200) return new Blob([response.data], { type })
  const text = new TextDecoder().decode(response.data)
  if (type.includes('html')) return ''
  if (!type.includes('json')) return text
  return text === '' ? null : JSON.parse(text)
}
