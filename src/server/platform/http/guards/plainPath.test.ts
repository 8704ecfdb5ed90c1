import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { handleErrors } from '../errorHandler.ts'
import { guardPaths, isPlainPath, readableUrl } from './plainPath.ts'

const others = [
  ...['/../etc/passwd.txt', '/a/../b', '/a/./b', '/a/..', '/.', '/..', '//a', '/a//b', '/a\\..\\b', '/%2e%2e/a', '/.%2E/a', '/a%2fb'],
  ...['/a%5c..%5cb', '/a%00', '/a%0d%0ab', '/a%7f', '/%', '/%zz', '/%ED%A0%80', '/a%2', '', 'a', '*', '/..;/a/..'],
]

describe('readableUrl', () => {
  it('readableUrl changes only what cannot be decoded, and that to what is refused', () => {
    for (const url of ['/', '/a%20b?x=%ff', '/%E5%95%86', '/%2e%2e/a', '*']) expect(readableUrl(url)).toBe(url)
    for (const url of ['/%', '/a/%ff%fe', '/%c3%28?x=1']) expect(isPlainPath(readableUrl(url))).toBe(false)
  })
})

describe('isPlainPath', () => {
  it('takes an address that can be read in one way only', () => {
    for (const path of ['/', '/a', '/a/', '/a/b.c', '/.well-known/x', '/%E5%95%86', '/a%20b', '/a..b/c', '/assets/x-1.js', '/...']) {
      expect([path, isPlainPath(path)]).toEqual([path, true])
    }
  })

  it.each(others)('refuses %s', (path) => expect(isPlainPath(path)).toBe(false))
})

describe('a server', () => {
  it('answers every other address alike, whatever stands behind it', async () => {
    const app = Fastify()
    guardPaths(app)
    handleErrors(app)
    app.get('/*', async () => 'reached')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    // Uses a raw request, because `fetch` normalises addresses before it sends them.
    const statusOf = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request({ host: '127.0.0.1', port, path }, (answer) => resolve(answer.resume().statusCode))
          .once('error', reject)
          .end()
      })
    for (const path of others.filter((one) => one.startsWith('/')))
      expect([path, await statusOf(path)]).toEqual([path, expect.toBeOneOf([400, 404])])
    expect(await statusOf('/a')).toBe(200)
    await app.close()
  })
})
