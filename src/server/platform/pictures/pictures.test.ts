import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../projectRoot.ts'
import { Pictures } from './pictures.ts'
import { dataUrlOf, photograph, turned, webpSize } from './testing.ts'

const banner = dataUrlOf('png', readFileSync(join(projectRoot, 'src/server/domain/content/pictures/banner.png')))
const warn = vi.fn()
const open = () => new Pictures({ warn } as unknown as FastifyBaseLogger)

function stored(dataUrl: string | null, key = 'record 1') {
  const read = vi.fn(async () => dataUrl)
  return { key, read }
}

/** The copies of a picture by width. */
async function addresses(pictures: Pictures, picture: ReturnType<typeof stored>) {
  const described = await pictures.describe(picture, '/p')
  const entries = described?.srcSet === '' ? [described.src] : (described?.srcSet.split(', ') ?? [])
  return entries.map((entry) => /^\/p\/(?<digest>[\w-]{22})\/(?<width>\d+)/.exec(entry)?.groups as { digest: string; width: string })
}

describe('a stored picture', () => {
  it('a picture is offered in several widths, the last its own', async () => {
    const pictures = open()
    const described = await pictures.describe(stored(banner), '/p')
    expect(described).toMatchObject({ width: 1200, height: 360, src: expect.stringMatching(/^\/p\/[\w-]{22}\/640$/) })
    const widths = (await addresses(pictures, stored(banner))).map(({ width }) => Number(width))
    expect(widths).toEqual([160, 240, 320, 480, 640, 800, 1200])
  })

  it('its copy has the width asked for and is smaller; it is made once and read twice at most', async () => {
    const pictures = open()
    const picture = stored(banner)
    const [{ digest } = { digest: '' }] = await addresses(pictures, picture)
    const copies = await Promise.all([1, 2, 3].map(() => pictures.find(picture, digest, 320)))
    expect(copies[0]).toMatchObject({ type: 'image/webp', isLasting: true })
    expect(webpSize(copies[0]?.bytes ?? new Uint8Array())).toEqual([320, 96])
    expect(copies[0]?.bytes.byteLength).toBeLessThan(5000)
    expect(new Set(copies.map((copy) => copy?.bytes)).size).toBe(1)
    const reads = picture.read.mock.calls.length
    await pictures.find(picture, digest, 320)
    expect(picture.read.mock.calls.length).toBe(reads)
  })

  it('stays as it is in its own width, when a copy would weigh more', async () => {
    const pictures = open()
    const step = stored(dataUrlOf('png', readFileSync(join(projectRoot, 'src/server/domain/content/pictures/step3.png'))))
    const { digest = '' } = (await addresses(pictures, step)).at(-1) ?? {}
    expect(await pictures.find(step, digest, 640)).toMatchObject({ type: 'image/png', isLasting: true })
  })

  it('a photograph that was taken on its side stands upright', async () => {
    const pictures = open()
    const photo = stored(dataUrlOf('jpeg', turned(await photograph(600, 400), 6)))
    expect(await pictures.describe(photo, '/p')).toMatchObject({ width: 400, height: 600 })
    const [{ digest } = { digest: '' }] = await addresses(pictures, photo)
    const copy = await pictures.find(photo, digest, 160)
    expect(webpSize(copy?.bytes ?? new Uint8Array())).toEqual([160, 240])
  })

  it('none is found by another digest or width, and none where there is no picture', async () => {
    const pictures = open()
    const [{ digest } = { digest: '' }] = await addresses(pictures, stored(banner))
    expect(await pictures.find(stored(banner), digest, 321)).toBeNull()
    expect(
      await pictures.find(
        stored(banner),
        digest.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
        320,
      ),
    ).toBeNull()
    expect(await pictures.describe(stored(null, 'record 2'), '/p')).toBeNull()
    expect(await pictures.describe(stored('data:text/html;base64,AAAA', 'record 3'), '/p')).toBeNull()
  })

  it('a record that changed has the digest of its new picture only', async () => {
    const pictures = open()
    const [{ digest } = { digest: '' }] = await addresses(pictures, stored(banner))
    const [{ digest: next } = { digest: '' }] = await addresses(
      pictures,
      stored(dataUrlOf('jpeg', await photograph(300, 200)), 'record 1 v2'),
    )
    expect(next).not.toBe(digest)
    expect(await pictures.find(stored(banner, 'record 1 v2'), digest, 160)).toBeNull()
  })

  it('one of more pixels than an upload may have is sent as stored, and never decoded', async () => {
    const pictures = open()
    const large = Buffer.from(banner.split(',')[1] ?? '', 'base64')
    // Width and height in the head of a PNG.
    large.writeUInt32BE(30_000, 16)
    large.writeUInt32BE(30_000, 20)
    const picture = stored(dataUrlOf('png', large), 'large')
    const described = await pictures.describe(picture, '/p')
    expect(described).toMatchObject({ srcSet: '', width: 30_000, height: 30_000 })
    const [, digest = ''] = /^\/p\/([\w-]{22})\/30000$/.exec(described?.src ?? '') ?? []
    expect(await pictures.find(picture, digest, 30_000)).toMatchObject({ type: 'image/png', isLasting: true })
    expect(await pictures.find(picture, digest, 320)).toBeNull()
    expect(warn).not.toHaveBeenCalled()
  })

  it('a GIF, which may move, is sent as stored', async () => {
    const pictures = open()
    const gif = stored(dataUrlOf('gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')))
    const described = await pictures.describe(gif, '/p')
    expect(described).toMatchObject({ srcSet: '', width: 1, height: 1 })
    const [{ digest } = { digest: '' }] = await addresses(pictures, gif)
    expect(await pictures.find(gif, digest, 1)).toMatchObject({ type: 'image/gif', isLasting: true })
  })

  it('what no codec can read is sent as stored, is not kept for ever, and is reported', async () => {
    const pictures = open()
    const header = readFileSync(join(projectRoot, 'src/server/domain/content/pictures/banner.png')).subarray(0, 60)
    const broken = stored(dataUrlOf('png', header))
    const [{ digest } = { digest: '' }] = await addresses(pictures, broken)
    warn.mockClear()
    expect(await pictures.find(broken, digest, 320)).toMatchObject({ type: 'image/png', isLasting: false })
    expect(warn).toHaveBeenCalledOnce()
    const whole = stored(banner, 'whole')
    const [{ digest: next } = { digest: '' }] = await addresses(pictures, whole)
    expect(await pictures.find(whole, next, 320)).toMatchObject({ type: 'image/webp' })
  })
})
