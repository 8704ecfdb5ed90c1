import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Environment } from '../../environment.ts'
import { sendSecurityHeaders } from './securityHeaders.ts'

async function headersOf(environment: Environment) {
  const app = Fastify()
  sendSecurityHeaders(app, readConfig(environment))
  app.get('/', async () => 'page')
  const { headers } = await app.inject('/')
  await app.close()
  return headers
}

async function policyOf(environment: Environment): Promise<string> {
  return String((await headersOf(environment))['content-security-policy'])
}

describe('strict transport security', () => {
  it('strict transport security is demanded for a year and for all subdomains behind TLS, and not without it', async () => {
    const name = 'strict-transport-security'
    expect((await headersOf({ PUBLIC_URL: 'https://points.example' }))[name]).toBe('max-age=31536000; includeSubDomains')
    expect((await headersOf({ PUBLIC_URL: 'http://localhost:8080' }))[name]).toBeUndefined()
  })
})

describe('the content security policy', () => {
  it('lets a page load from its own origin only', async () => {
    const policy = await policyOf({})
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("worker-src 'self';")
    for (const name of ['default-src', 'object-src', 'base-uri', 'frame-ancestors']) expect(policy).toContain(`${name} 'none'`)
    expect(policy).not.toMatch(/https?:|unsafe|frame-src/)
  })

  it('the content security policy is opened for Google only where there are both keys of reCAPTCHA, and for nothing else', async () => {
    const policy = await policyOf({ RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' })
    expect(policy).toContain("script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;")
    expect(policy).toContain('frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/')
    expect(policy).not.toMatch(/unsafe|secret/)
    expect(() => readConfig({ RECAPTCHA_SITE_KEY: 'site' })).toThrow('RECAPTCHA_SITE_KEY 與 RECAPTCHA_SECRET_KEY 應一起設定。')
  })
})
