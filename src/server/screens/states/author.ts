import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * Who saved these files, as far as the operating system knows: their owner. By name when it is the account of the server; another one is
 * told by number. Null when nobody can be told, such as for deleted files, and where files have no owner.
 */
export async function findAuthor(folder: string, paths: readonly string[]): Promise<string | null> {
  const owners = new Set<number>()
  for (const path of paths) {
    const found = await stat(join(folder, path)).catch(() => null)
    if (found !== null) owners.add(found.uid)
  }
  const [uid] = owners
  if (uid === undefined || owners.size > 1 || process.getuid === undefined) return null
  return uid === process.getuid() ? userInfo().username : `uid ${uid}`
}
