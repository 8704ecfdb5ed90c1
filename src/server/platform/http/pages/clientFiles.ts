import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiError } from '../../errors.ts'
import { projectRoot } from '../../projectRoot.ts'
import { pathOf } from '../operation/requestLog.ts'
import { contentAnswer } from '../routes/routeAnswers.ts'
import { pageOf } from './pageOf.ts'
import { createPagePreloads, readManifest } from './pagePreloads.ts'
import { fillPortalPages } from './portalShell.ts'

const yearSeconds = 365 * 24 * 3600

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  const isHashed = path.startsWith('assets/')
  // Names under assets/ contain a hash of the content, so these files never change. The build puts compressed copies beside its files.
  reply.header('vary', 'accept-encoding')
  reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
  return reply.sendFile(path)
}

/** A page that is filled once and sent often. */
interface FilledPage {
  readonly html: Buffer
  readonly gzip: Buffer
  readonly etag: string
}

function readPortalPages(root: string): ReadonlyMap<string, FilledPage> {
  const file = join(root, 'portal/index.html')
  if (!existsSync(file)) return new Map()
  const filled = [...fillPortalPages(readFileSync(file, 'utf8'))]
  return new Map(
    filled.map(([path, text]) => {
      const html = Buffer.from(text)
      const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
      return [path, { html, gzip: gzipSync(html, { level: 9 }), etag }]
    }),
  )
}

function sendFilled(request: FastifyRequest, reply: FastifyReply, { html, gzip, etag }: FilledPage): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  return isGzip ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(html)
}

/** Pages that the build drew, by path: what can be read before the script has run. With a query a page may be another. */
function readDrawnPages(root: string): ReadonlyMap<string, string> {
  const folder = join(root, 'pages')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.html')) : []
  return new Map(names.map((name) => [`/${name.slice(0, -'.html'.length)}`, `pages/${name}`]))
}

function sendMarked(reply: FastifyReply, html: string): FastifyReply {
  const marked = html.replace('<html ', '<html data-preparing ')
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(marked)
}

function isPage(request: FastifyRequest, path: string): boolean {
  return !path.startsWith('/api') && !path.startsWith('/connect') && !/\.[a-z0-9]+$/i.test(path) && request.url.length < 4096
}

/** The path was checked by `isPlainPath` before, so it cannot lead out of the folder. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    // No such file, or a name that no file can have (too long).
    return false
  }
}

/**
 * Serves the built browser files of `dist/client`. A path that names no file gets the page of the console or the portal, which routes by
 * itself. Unknown API calls and missing files get 404.
 *
 * @param isPreparing  marks the pages, so that they ask how far the start is; no other page has to ask
 */
export async function serveClientFiles(app: FastifyInstance, { isPreparing = false } = {}): Promise<void> {
  const root = join(projectRoot, 'dist/client')
  if (!existsSync(root)) return
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false, dotfiles: 'deny', preCompressed: true })
  const preloadsOf = createPagePreloads(readManifest(join(root, '.vite/manifest.json')))
  const filledPages = readPortalPages(root)
  const drawnPages = readDrawnPages(root)
  app.get('/*', { config: { permission: 'public' }, schema: { response: { 200: contentAnswer('*/*') } } }, async (request, reply) => {
    const path = pathOf(request)
    if (!isPage(request, path)) {
      if (isFile(join(root, decodeURIComponent(path)))) return sendFile(reply, path.slice(1))
      throw apiError('M08')
    }
    const page = pageOf(path)
    if (!existsSync(join(root, page))) throw apiError('M08')
    const preloads = preloadsOf(path)
    if (preloads !== undefined) reply.header('link', preloads)
    if (isPreparing) return sendMarked(reply, readFileSync(join(root, page), 'utf8'))
    const filled = filledPages.get(path)
    if (filled) return sendFilled(request, reply, filled)
    return sendFile(reply, drawnPages.get(request.url) ?? page)
  })
}
