import { createServer } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Environment } from '../../environment.ts'
import { serveMetrics } from './metrics.ts'

const token = 'a-token-of-thirty-two-characters'
const bearer = { authorization: `Bearer ${token}` }
const open: FastifyInstance[] = []
afterEach(() => Promise.all(open.splice(0).map((app) => app.close())))

async function appWith(environment: Environment): Promise<FastifyInstance> {
  const app = Fastify()
  open.push(app)
  app.decorate('config', readConfig(environment))
  serveMetrics(app)
  app.get('/api/company/companies/:id', async () => ({}))
  await app.ready()
  return app
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

describe('the numbers for Prometheus', () => {
  it('the numbers for Prometheus are nowhere unless an address or a token is set', async () => {
    const app = await appWith({})
    expect((await app.inject('/metrics')).statusCode).toBe(404)
    expect((await app.inject({ url: '/metrics', headers: bearer })).statusCode).toBe(404)
  })

  it('the numbers for Prometheus are for holders of the token, and small, without the names of routes', async () => {
    const app = await appWith({ METRICS_TOKEN: token })
    for (let id = 0; id < 20; id += 1) await app.inject(`/api/company/companies/${id}`)
    for (const authorization of [undefined, '', 'Bearer', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, token, `bearer ${token} `]) {
      const answer = await app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
      expect([authorization, answer.statusCode, answer.body.includes('http_')]).toEqual([authorization, 401, false])
    }
    const { statusCode, body } = await app.inject({ url: '/metrics', headers: bearer })
    expect(statusCode).toBe(200)
    expect(body).toContain('http_answers_total{area="company",status="2xx"} 20')
    expect(body).toContain('http_request_duration_seconds_count{area="company"} 20')
    expect(body).not.toMatch(/companies|:id|\/api/)
    expect(body.length).toBeLessThan(32 * 1024)
  })

  it('the numbers for Prometheus are on a port of their own, and then not on that of the server', async () => {
    const port = await freePort()
    const app = await appWith({ METRICS_PORT: String(port) })
    expect((await app.inject('/metrics')).statusCode).toBe(404)
    const address = `http://127.0.0.1:${port}`
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('process_cpu_seconds_total')
    for (const [path, method] of [
      ['/', 'GET'],
      ['/healthz', 'GET'],
      ['/metrics/', 'GET'],
      ['/metrics?x', 'GET'],
      ['/metrics', 'POST'],
    ] as const) {
      expect([path, method, (await fetch(`${address}${path}`, { method })).status]).toEqual([path, method, 404])
    }
    await expect(appWith({ METRICS_PORT: String(port) })).rejects.toThrow('METRICS_PORT')
  })

  it('ask for the token on their own port too, when there is one', async () => {
    const port = await freePort()
    await appWith({ METRICS_PORT: String(port), METRICS_TOKEN: token })
    const address = `http://127.0.0.1:${port}/metrics`
    expect((await fetch(address)).status).toBe(401)
    expect((await fetch(address, { headers: bearer })).status).toBe(200)
  })

  it('the numbers for Prometheus are not offered to other machines without a token, nor for a token that can be guessed', () => {
    expect(() => readConfig({ METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' })).toThrow('METRICS_TOKEN')
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN')
    expect(() => readConfig({ METRICS_TOKEN: `${token} ` })).not.toThrow()
    expect(readConfig({ METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).metrics.port).toBe(9100)
  })
})
