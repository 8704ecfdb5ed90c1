// Plain JavaScript, because the worker thread of the embedded engine is not bundled, and tsx does not transform it.
import { EmscriptenBuiltinFilesystem } from '@electric-sql/pglite/basefs'

/** The engine's data folder. */
const dataFolder = '/pglite/data'

/** Of a tar file: its blocks, and where a header has what. */
const blockBytes = 512
const nameEnd = 100
const sizeAt = { start: 124, end: 135 }
const typeAt = 156
/** A plain file, which its owner reads and writes. */
const fileMode = 0o100600
const folderType = '5'.charCodeAt(0)

/**
 * The files of a snapshot, in memory. They stay where the snapshot was read to: the engine's own way of loading one looks for every folder of
 * every file, and copies all of them twice, which takes longer than anything else at the start of a copy. So would opening each file.
 */
export class SnapshotFiles extends EmscriptenBuiltinFilesystem {
  #snapshot

  /** @param {Uint8Array} snapshot  of `dumpDataDir('none')`; belongs to the engine from now on */
  constructor(snapshot) {
    super()
    this.#snapshot = snapshot
  }

  /** @override */
  async initialSyncFs() {
    const files = this.pg?.Module.FS
    if (!files) throw new Error('the engine has no file system yet')
    files.mkdirTree(dataFolder, 0o700)
    const folders = new Map([['', nodeOf(files, dataFolder)]])
    for (const { name, isFolder, content } of entriesOf(this.#snapshot)) {
      const slash = name.lastIndexOf('/')
      const folder = folders.get(name.slice(0, slash))
      if (!folder) throw new Error(`the snapshot has ${name} before its folder`)
      if (isFolder) {
        files.mkdir(`${dataFolder}${name}`)
        folders.set(name, nodeOf(files, `${dataFolder}${name}`))
      } else {
        const file = folder.node_ops.mknod(folder, name.slice(slash + 1), fileMode, 0)
        Object.assign(file, { contents: content, usedBytes: content.length })
      }
    }
  }

  /** @override */
  async closeFs() {
    this.pg?.Module.FS.quit()
  }
}

/**
 * @typedef {object} FileNode
 * @property {{ mknod(parent: FileNode, name: string, mode: number, device: number): FileNode }} node_ops
 */

/** @param {{ lookupPath(path: string, options: object): unknown }} files @param {string} path */
const nodeOf = (files, path) => /** @type {{ node: FileNode }} */ (files.lookupPath(path, {})).node

/** Folders come before what is in them. @param {Uint8Array} snapshot */
function* entriesOf(snapshot) {
  const text = new TextDecoder('latin1')
  for (let at = 0; snapshot[at]; ) {
    const header = snapshot.subarray(at, at + blockBytes)
    const size = Number.parseInt(text.decode(header.subarray(sizeAt.start, sizeAt.end)), 8) || 0
    const start = at + blockBytes
    const name = text.decode(header.subarray(0, header.indexOf(0) < nameEnd ? header.indexOf(0) : nameEnd))
    yield { name, isFolder: header[typeAt] === folderType, content: snapshot.subarray(start, start + size) }
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
}
