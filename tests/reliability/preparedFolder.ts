import { inject } from 'vitest'
import { fillDataFolder } from '../support/dataFolder.ts'
import type { Template } from '../support/templates.ts'

/**
 * Fills a data folder as a first start leaves it, for tests that begin behind that start: making the demo data takes longer than they do.
 * The first start itself has its tests in stoppedStart.test.ts.
 */
export const prepareFolder = (dataDir: string, name: Template): Promise<void> =>
  fillDataFolder(dataDir, name, { ...inject('testRun'), kind: 'embedded', serverUrl: null })
