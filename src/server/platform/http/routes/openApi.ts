import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { RoutePermission } from './routePermission.ts'

/** Operations by path and method, in the form of OpenAPI 3.1. */
export type OpenApiPaths = Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>

export interface OpenApiOperation {
  readonly tags: readonly string[]
  readonly summary: string
  /** Who may call it: a permission, `public`, or `signedIn`. */
  readonly 'x-permission': string
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes the description again for each call, because documents change while the server runs. */
    openApi: {
      /** Adds operations that have no route of their own: the calls that documents define. */
      addPaths(source: () => OpenApiPaths): void
      describe(): Readonly<Record<string, unknown>>
    }
  }
}

const info = { title: '點數管理後台 API', version: '1.0.0' } as const
const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const

/** Collects the schemas of all routes that are registered after it. The route that serves the description decides who may read it. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info, components: { securitySchemes: { bearer } }, security: [{ bearer: [] }] },
    transform: ({ schema, url, route }) => ({ schema: describedSchema(schema, url, route.config?.permission), url: plainUrl(url) }),
  })
  const sources: (() => OpenApiPaths)[] = []
  app.decorate('openApi', {
    addPaths: (source) => void sources.push(source),
    describe() {
      const own = app.swagger() as { paths?: Record<string, Record<string, unknown>> }
      const paths: Record<string, Record<string, unknown>> = { ...own.paths }
      // Routes of code override operations of documents, as in the router.
      for (const source of sources) {
        for (const [path, operations] of Object.entries(source())) paths[path] = { ...operations, ...paths[path] }
      }
      return { ...own, paths }
    },
  })
}

function describedSchema(schema: FastifySchema | undefined, url: string, permission: RoutePermission | undefined): FastifySchema {
  const isHidden = permission === 'document' || url.endsWith('/*') || !/^\/(api|connect)\//.test(url)
  const tag = url.split('/').slice(1, 3).join('/')
  return { ...schema, tags: [tag], hide: isHidden, 'x-permission': [permission ?? 'public'].flat().join(' | ') } as FastifySchema
}

/** `/:hash(^[0-9a-f]+$).js` becomes `/:hash.js`, because a description needs no pattern. */
function plainUrl(url: string): string {
  return url.replace(/\(\^.*?\$\)/g, '')
}
