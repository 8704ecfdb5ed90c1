// Writes the hash of the server's code into that code.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

/** Stands for the hash until all code is there of which it is made. */
const placeholder = '@@build-hash@@'

/**
 * The code knows its hash itself: what a file beside it says, the next build may have written while this one still runs.
 * @returns {import('vite').Plugin}
 */
export function buildHash() {
  return {
    name: 'build-hash',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    load: (id) => (id.endsWith('/src/server/platform/buildHash.ts') ? `export const buildHash = '${placeholder}'` : null),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
      for (const { fileName, code } of chunks) hash.update(`\0${fileName}\0${code}`)
      const digest = hash.digest('hex')
      for (const chunk of chunks) chunk.code = chunk.code.replaceAll(placeholder, digest)
    },
  }
}
