import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../../config.ts'
import { isServiceCall } from '../routes/serviceCall.ts'

const self = "'self'"
const none = "'none'"

/** Content Security Policy of the security baseline. No inline script or style anywhere, no eval. */
const contentSecurityPolicy = {
  defaultSrc: [none],
  scriptSrc: [self],
  workerSrc: [self],
  styleSrc: [self],
  imgSrc: [self, 'data:', 'blob:'],
  fontSrc: [self],
  connectSrc: [self],
  objectSrc: [none],
  baseUri: [none],
  formAction: [self],
  frameAncestors: [none],
}

/** Additional sources for Google's reCAPTCHA. Only installations with keys for it allow them. */
const recaptchaSources = {
  scriptSrc: [self, 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connectSrc: [self, 'https://www.google.com/recaptcha/'],
  frameSrc: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
}

const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'serial', 'display-capture', 'midi']
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * Sends security headers with every answer. Without TLS it sends neither HSTS nor `upgrade-insecure-requests`: on plain http these would
 * make the browser request the page's scripts from an https address that does not exist.
 */
export function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
    reply.header('x-request-id', request.id)
    // Answers of the API are personal, so they must not be cached; a route with an immutable answer sets its own header.
    if (isServiceCall(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/**
 * The headers that are the same in every answer, made once: Helmet makes them again for every request, which took 2 % of the processor time
 * of a posting.
 */
function securityHeaders(config: Config): readonly (readonly [string, string])[] {
  const headers: (readonly [string, string])[] = []
  const addHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...contentSecurityPolicy,
        ...(config.recaptcha ? recaptchaSources : {}),
        ...(config.tls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: config.tls ? { maxAge: 365 * 24 * 3600, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })
  // Helmet looks at neither the request nor the answer, except that it removes the header of Express.
  const answer = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => undefined }
  addHeaders({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}
