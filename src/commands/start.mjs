// npm start: installs missing packages, builds what is out of date, and runs the server in this process. Its script gives young objects 32 MB
// instead of 16, because collecting them took a seventh of the time of postings, and V8 takes that size at its start only.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuild } from './lib/ensureBuild.mjs'
import { ensureDeps } from './lib/ensureDeps.mjs'
import { assertNodeVersion, fail, root } from './lib/project.mjs'
import { stayWithParent } from './lib/stayWithParent.mjs'

try {
  assertNodeVersion()
  await ensureDeps('product')
  await ensureBuild()
  stayWithParent()
  await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
} catch (error) {
  fail(error)
}
