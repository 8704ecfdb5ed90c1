import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|html|svg)$/
/** Files smaller than this are not compressed, because the saving is less than the headers. */
const bytesMin = 1024
/** One below the maximum: files are a few per cent larger, and made in a third of the time. */
const brotliQuality = 10

/**
 * Writes compressed copies (.br and .gz) beside every built text file; the server sends the one that the browser supports.
 *
 * @returns {import('vite').Plugin}
 */
export function precompress() {
  return {
    name: 'precompress',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => compressible.test(name))
      await Promise.all(names.map((name) => compressFile(join(dir, name))))
    },
  }
}

/** @param {string} path */
async function compressFile(path) {
  const content = await readFile(path)
  if (content.byteLength < bytesMin) return
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)])
}
