import { FolderInUseError, lockFolder } from '../../src/server/platform/database/folderLock.ts'

/** Tries to take a folder so many times at once, and prints how often it was refused: `refused <count>`. What it gets it gives back at the end. */
const [folder = '', count = '1'] = process.argv.slice(2)
const tries = await Promise.allSettled(Array.from({ length: Number(count) }, () => lockFolder(folder)))
const refused = tries.filter((each) => each.status === 'rejected' && each.reason instanceof FolderInUseError)
process.stdout.write(`refused ${refused.length}\n`)
for (const each of tries) if (each.status === 'fulfilled') await each.value.release()
process.exit(0)
