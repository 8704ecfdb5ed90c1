import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

export interface FetchedCode {
  /** Size on the wire, in kB (gzip). */
  readonly kilobytes: number
  readonly text: string
}

/** Collects scripts and styles from now on. @returns gives what came since it was last asked */
export function collectCode(page: Page): () => Promise<FetchedCode> {
  const files: Response[] = []
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) files.push(response)
  })
  return async () => {
    const bodies = await Promise.all(files.splice(0).map((file) => file.body()))
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).byteLength, 0)
    return { kilobytes: bytes / 1000, text: bodies.join('\n') }
  }
}

/**
 * Keeps a page from being idle. What a page loads when it has nothing else to do is not part of what it needs to show its content, and when
 * that is depends on the machine.
 */
export const stayBusy = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
