import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

/**
 * What `npm ci` writes. These may only go down: somebody waits for it before the first page. Where a package needs more, look for what it
 * brings along without need, and for a lighter way: `overrides` and `vendor` show some.
 */
const limits = {
  product: { files: 16_510, megabytes: 203 },
  // 100 files of them are the part of Visual Studio Code that reads JSON: what it says of our schemas is tested with itself.
  all: { files: 22_620, megabytes: 374 },
}

const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean } | undefined>
}

/** The package that a file of the install belongs to: the last folder that the lock file knows. */
function isOfTools(file: string): boolean {
  const folder = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? ''
  return packages[folder]?.dev === true
}

function measure() {
  const sizes = { product: { files: 0, megabytes: 0 }, all: { files: 0, megabytes: 0 } }
  const installed = readdirSync(join(projectRoot, 'node_modules'), { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))
  for (const folder of installed) {
    const entries = readdirSync(join(folder.parentPath, folder.name), { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = join(entry.parentPath, entry.name)
      const megabytes = lstatSync(file).size / 1e6
      for (const size of isOfTools(relative(projectRoot, file)) ? [sizes.all] : [sizes.all, sizes.product]) {
        size.files += 1
        size.megabytes += megabytes
      }
    }
  }
  return sizes
}

// Programs of other machines have other sizes.
describe.runIf(process.platform === 'linux' && process.arch === 'x64')('an install', () => {
  const sizes = measure()

  it.each(['product', 'all'] as const)('has no more files and megabytes than it had: %s', (scope) => {
    expect(sizes[scope].files).toBeLessThanOrEqual(limits[scope].files)
    expect(sizes[scope].megabytes).toBeLessThanOrEqual(limits[scope].megabytes)
    expect(sizes.product.files).toBeGreaterThan(10_000)
  })
})
