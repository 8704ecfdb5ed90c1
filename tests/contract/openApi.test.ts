import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn } from './identitySession.ts'
import { codeRoutes } from './routeWalk.ts'

interface Operation {
  readonly summary?: string
  readonly 'x-permission'?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: { readonly properties: object } } } }
  readonly responses?: object
}
type Description = { readonly openapi: string; readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

let server: TestServer
let description: Description

const read = async (account: string) => {
  const { accessToken } = await signIn(server, account)
  return server.inject({ url: '/api/openapi.json', headers: { authorization: `Bearer ${accessToken}` } })
}

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  description = (await read('admin')).json<Description>()
})
afterAll(() => server.close())

describe('the description of all calls', () => {
  it('the description of all calls is for administrators', async () => {
    expect((await server.inject('/api/openapi.json')).statusCode).toBe(401)
    expect((await read('ops01')).statusCode).toBe(403)
    expect(description.openapi).toMatch(/^3\.1/)
  })

  it('the description of all calls names every route of code, with who may call it', () => {
    const routes = codeRoutes(server).filter(({ url }) => /^\/(api|connect)\//.test(url) && !url.endsWith('/*'))
    for (const { method, url, permission } of routes) {
      const path = url.replace(/\(\^.*?\$\)/g, '').replace(/:(\w+)/g, '{$1}')
      const operation = description.paths[path]?.[method.toLowerCase()]
      expect([method, url, operation?.['x-permission']]).toEqual([method, url, [permission].flat().join(' | ')])
    }
  })

  it('the description of all calls says of every route of code what it answers', () => {
    const silent = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses = {} }]) =>
        Object.keys(responses).some((status) => /^2(XX|\d\d)$/.test(status)) ? [] : [`${method} ${path}`],
      ),
    )
    expect(silent).toEqual([])
    const places = description.paths['/api/noticeboard/todo']?.get?.responses as Record<string, unknown> | undefined
    expect(JSON.stringify(places?.['200'])).toContain('"uri":{"type":"string"}')
  })

  it('the description of all calls names every call of every screen, with its filters, fields and transitions', () => {
    for (const screen of server.app.documents.current().screens.values()) {
      const { method, path } = screen.api.list
      expect([screen.uri, description.paths[path]?.[method.toLowerCase()]?.['x-permission']]).toEqual([
        screen.uri,
        `${screen.resource}.view`,
      ])
    }
    const list = description.paths['/api/company/companies/{pageIndex}/{pageSize}']?.get
    expect(list?.parameters?.map((parameter) => parameter.name)).toEqual(
      expect.arrayContaining(['pageIndex', 'pageSize', 'companyNo', 'companyName', 'search', 'sort']),
    )
    const create = description.paths['/api/company/companies']?.post
    expect(create?.requestBody?.content['application/json'].schema.properties).toHaveProperty('taxNumber')
    // Two forms change an activity, and only one of them asks why.
    const change = description.paths['/api/activity/activity/{id}']?.put?.requestBody?.content['application/json'].schema.properties
    expect(Object.keys(change ?? {})).toEqual(expect.arrayContaining(['rowVersion', 'activityName', 'changeReason']))
    expect(description.paths['/api/company/companies/{id}/submit']?.post).toMatchObject({ 'x-permission': 'company.companies.submit' })
  })

  it('points to nothing that is not there', () => {
    const references = JSON.stringify(description).match(/"\$ref":"#[^"]*"/g) ?? []
    for (const reference of new Set(references)) {
      const steps = reference.slice('"$ref":"#/'.length, -1).split('/')
      expect([
        reference,
        steps.reduce<unknown>((place, step) => (place as Record<string, unknown> | undefined)?.[step], description),
      ]).not.toEqual([reference, undefined])
    }
  })
})
