import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright'
import { firstRow } from './timed.ts'

/** Scripts and styles of a page, in kB, gzip. */
export interface Fetched {
  /**
   * What the page requests before its first row is drawn. Later requests are preloading, even if a slow machine starts them before it
   * notices the row.
   */
  early(): Promise<number>
  /** Everything up to now. @throws when a file was fetched twice */
  all(): Promise<number>
}

/** Counts from now on; call before the page is opened. */
export async function countFetched(page: Page): Promise<Fetched> {
  const files: Response[] = []
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) files.push(response)
  })
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return
      performance.mark('first row')
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  }, firstRow)
  return {
    early: async () => {
      const names = await page.evaluate(() => {
        const end = performance.getEntriesByName('first row')[0]?.startTime ?? 0
        return performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (startTime < end ? [name] : []))
      })
      return sizeOf(files.filter((file) => names.includes(file.url())))
    },
    all: async () => {
      const addresses = files.map((file) => file.url())
      const twice = addresses.find((address, index) => addresses.indexOf(address) !== index)
      if (twice !== undefined) throw new Error(`${twice} was fetched twice`)
      return sizeOf(files)
    },
  }
}

async function sizeOf(files: readonly Response[]): Promise<number> {
  const bodies = await Promise.all(files.map((file) => file.body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).byteLength, 0) / 1000
}
