import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Picture } from '../../../answers/pictures.ts'
import type { ImageSize } from '../../../rules/imageSize.ts'
import { imageSideMax } from '../../../rules/images.ts'
import { KeyedSemaphore } from '../keyedSemaphore.ts'
import { defineWorkerTask } from '../workers/workerRoom.ts'
import { RecentMap } from './recentMap.ts'
import { uprightSizeOf } from './uprightSize.ts'

/** A picture in the database. Whoever hands it over has made sure that the caller may see it. */
export interface StoredPicture {
  /** Changes with each change of the record, so that what is known of a picture is looked up without reading it. */
  readonly key: string
  /** Reads it: a data URL in base64, null for none. */
  read(): Promise<string | null>
}

/** A picture or its copy, as it is sent. */
export interface PictureFile {
  readonly type: string
  readonly bytes: Uint8Array
  /** False while there is no copy, and the stored picture takes its place. */
  readonly isLasting: boolean
}

interface Facts extends ImageSize {
  readonly digest: string
  readonly type: string
}

/** Widths of copies in pixels. The widest picture of the portal is drawn 764 wide, on many screens with two points for each. */
const widths = [160, 240, 320, 480, 640, 800, 1200, 1600]
/** The copy for browsers that know of one address only. */
const middleWidth = 640
/** Types that can be made smaller. A GIF may move, and nobody uploads a large BMP below 1 MB. */
const reducedTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg'])
const factsMax = 2000
const copiesBytesMax = 24 * 1024 * 1024
/** A picture of 4,096 x 4,096 points takes two seconds of CPU time; a busy machine may need much longer. */
const deadlineMs = 30_000
/** Who comes when so many wait gets the stored picture. */
const waitingMax = 40

const reduce = defineWorkerTask<{ readonly bytes: Uint8Array; readonly type: string; readonly width: number }, Uint8Array>(
  'src/server/platform/pictures/reduceTask.mjs',
  deadlineMs,
)

/**
 * Offers stored pictures in the sizes in which pages draw them. Copies are made when they are first asked for, in a thread with limits, and
 * kept in memory. Their addresses have a digest of the picture, so browsers keep them for ever.
 */
export class Pictures {
  readonly #log: FastifyBaseLogger
  readonly #facts = new RecentMap<Facts | 'none'>(factsMax, () => 1)
  readonly #copies = new RecentMap<PictureFile>(copiesBytesMax, ({ bytes }) => bytes.byteLength)
  readonly #turns = new KeyedSemaphore(1)
  #waiting = 0

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /**
   * What a page needs to draw a picture; null when there is none.
   *
   * @param address of the route that sends it: `{address}/{digest}/{width}`
   */
  async describe(stored: StoredPicture, address: string): Promise<Picture | null> {
    const facts = await this.#factsOf(stored)
    if (facts === null) return null
    const { digest, width, height } = facts
    const offered = widthsOf(facts)
    const to = (one: number) => `${address}/${digest}/${one}`
    const srcSet = offered.length === 1 ? '' : offered.map((one) => `${to(one)} ${one}w`).join(', ')
    return { src: to(offered.find((one) => one >= middleWidth) ?? offered.at(-1) ?? width), srcSet, width, height }
  }

  /** The copy of an address that {@link describe} gave; null for any other digest or width. */
  async find(stored: StoredPicture, digest: string, width: number): Promise<PictureFile | null> {
    const facts = await this.#factsOf(stored)
    if (facts?.digest !== digest || !widthsOf(facts).includes(width)) return null
    const key = `${digest} ${width}`
    const known = this.#copies.get(key)
    if (known) return known
    const whole = pictureFileOf(await stored.read())
    if (whole === null || !isReduced(facts)) return whole
    return this.#makeCopy(key, whole, width)
  }

  async #factsOf(stored: StoredPicture): Promise<Facts | null> {
    const known = this.#facts.get(stored.key)
    if (known !== undefined) return known === 'none' ? null : known
    const facts = factsOf(pictureFileOf(await stored.read()))
    this.#facts.set(stored.key, facts ?? 'none')
    return facts
  }

  /** One at a time, so that visitors leave the threads of imports and prints alone. */
  async #makeCopy(key: string, whole: PictureFile, width: number): Promise<PictureFile> {
    if (this.#waiting >= waitingMax) return { ...whole, isLasting: false }
    this.#waiting += 1
    try {
      return await this.#turns.run('copy', async () => {
        const made = this.#copies.get(key) ?? (await this.#reduce(whole, width))
        if (made.isLasting) this.#copies.set(key, made)
        return made
      })
    } finally {
      this.#waiting -= 1
    }
  }

  async #reduce(whole: PictureFile, width: number): Promise<PictureFile> {
    try {
      const [bytes] = await reduce('pictures', { bytes: whole.bytes, type: whole.type, width })
      return bytes !== undefined && bytes.byteLength < whole.bytes.byteLength ? { type: 'image/webp', bytes, isLasting: true } : whole
    } catch (error) {
      // A browser may be able to draw what the codec cannot. It asks again later, when the threads may have time.
      this.#log.warn({ err: error, width }, 'a picture is sent as stored, because its copy could not be made')
      return { ...whole, isLasting: false }
    }
  }
}

/** The stored picture as a file; null when the data URL is none. */
export function pictureFileOf(dataUrl: string | null): PictureFile | null {
  const [, type, data] = /^data:(image\/[a-z-]+);base64,(.+)$/.exec(dataUrl ?? '') ?? []
  if (type === undefined || data === undefined) return null
  return { type: type === 'image/jpg' ? 'image/jpeg' : type, bytes: Buffer.from(data, 'base64'), isLasting: true }
}

function factsOf(file: PictureFile | null): Facts | null {
  const size = file && uprightSizeOf(file.bytes)
  if (!size) return null
  const digest = createHash('sha256').update(file.type).update(file.bytes).digest('base64url').slice(0, 22)
  return { digest, type: file.type, ...size }
}

/**
 * Uploads of more pixels are refused, but a picture of before that limit may have them: decoded, a small file would fill the memory of the
 * machine.
 */
function isReduced({ type, width, height }: Facts): boolean {
  return reducedTypes.has(type) && Math.max(width, height) <= imageSideMax
}

/** The widths in which a picture is offered, the largest last: never more than it has. */
function widthsOf(facts: Facts): readonly number[] {
  const { width } = facts
  if (!isReduced(facts)) return [width]
  // A copy that is hardly smaller than the next is not worth its place.
  const smaller = widths.filter((one) => one <= width * 0.9)
  return width > (widths.at(-1) ?? 0) ? smaller : [...smaller, width]
}
