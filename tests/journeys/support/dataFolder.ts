import { mkdir } from 'node:fs/promises'
import { fillDataFolder } from '../../support/dataFolder.ts'

/**
 * Program that fills the data folder of the journeys' server with the demo data that the parts of one `npm test` share: making it takes half
 * a minute of a processor. Without a folder of such templates it does nothing, and the server makes the demo data itself.
 */
const { TEST_TEMPLATES, DATA_DIR } = process.env
if (TEST_TEMPLATES !== undefined && DATA_DIR !== undefined) {
  await mkdir(TEST_TEMPLATES, { recursive: true })
  const run = { kind: 'embedded', serverUrl: null, templates: TEST_TEMPLATES, folder: TEST_TEMPLATES, programs: '', id: '' } as const
  await fillDataFolder(DATA_DIR, 'demo', run)
}
