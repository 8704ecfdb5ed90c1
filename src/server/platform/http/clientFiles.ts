import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { projectRoot } from '../projectRoot.ts'
import { pageOf } from './pageOf.ts'
import { createPagePreloads, readManifest } from './pagePreloads.ts'
import { pathOf } from './requestLog.ts'

const yearSeconds = 365 * 24 * 3600

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  const isHashed = path.startsWith('assets/')
  // Names under assets/ hold a hash of the content: what they name never changes.
  // The build leaves smaller copies beside its files.
  reply.header('vary', 'accept-encoding')
  reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
  return reply.sendFile(path)
}

function isPage(request: FastifyRequest, path: string): boolean {
  return !path.startsWith('/api') && !path.startsWith('/connect') && !/\.[a-z0-9]+$/i.test(path) && request.url.length < 4096
}

/** The address was found to be plain before, so it cannot lead out of the folder. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    // Not there, or no name that a file can have (too long).
    return false
  }
}

/**
 * Serves the built browser files of `dist/client`. A path that names no file gets the page of the console or the portal, which
 * routes by itself; calls of the API and missing files get 404.
 */
export async function serveClientFiles(app: FastifyInstance): Promise<void> {
  const root = join(projectRoot, 'dist/client')
  if (!existsSync(root)) return
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false, dotfiles: 'deny', preCompressed: true })
  const preloadsOf = createPagePreloads(readManifest(join(root, '.vite/manifest.json')))
  app.get('/*', { config: { permission: 'public' } }, async (request, reply) => {
    const path = pathOf(request)
    if (!isPage(request, path)) {
      if (isFile(join(root, decodeURIComponent(path)))) return sendFile(reply, path.slice(1))
      throw refuse('M08')
    }
    const page = pageOf(path)
    if (!existsSync(join(root, page))) throw refuse('M08')
    const preloads = preloadsOf(path)
    if (preloads !== undefined) reply.header('link', preloads)
    return sendFile(reply, page)
  })
}
