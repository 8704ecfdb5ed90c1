import { FolderInUseError, lockFolder } from '../../src/server/platform/database/folderLock.ts'

/** Tries to lock a folder this many times at once, and prints the number of refusals: `refused <count>`. Locks are released at the end. */
const [folder = '', count = '1'] = process.argv.slice(2)
const tries = await Promise.allSettled(Array.from({ length: Number(count) }, () => lockFolder(folder)))
const refused = tries.filter((each) => each.status === 'rejected' && each.reason instanceof FolderInUseError)
process.stdout.write(`refused ${refused.length}\n`)
for (const each of tries) if (each.status === 'fulfilled') await each.value.release()
process.exit(0)
