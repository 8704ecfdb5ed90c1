// Paths of the project and output to the terminal. Needs no installed package, because it runs on a fresh clone.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the project. */
export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/** A failure that is shown as one sentence, without a stack. */
export class CommandError extends Error {}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`)
}

/** Ends the process. Shows one sentence when `error` is meant for users, otherwise its stack. @param {unknown} error @returns {never} */
export function fail(error) {
  const text = error instanceof CommandError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}

const nodeMin = [20, 19]

/** Refuses a Node.js version that the dependencies do not support, because the errors would otherwise be hard to understand. */
export function assertNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isEnough = major > (nodeMin[0] ?? 0) || (major === nodeMin[0] && minor >= (nodeMin[1] ?? 0))
  if (!isEnough) throw new CommandError(`需要 Node.js ${nodeMin.join('.')} 以上，目前為 ${process.versions.node}。(Node.js is too old)`)
}

/** @param {string} file @returns {string | null} */
export function readIfExists(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Writes a file and creates its folder. @param {string} file @param {string} text */
export function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** The files of a path: the file itself, or all files in the folder. @param {string} path @returns {string[]} */
function filesOf(path) {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) return []
  if (status.isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** @param {readonly string[]} paths relative to the project @param {(file: string) => boolean} isWanted */
function wantedFiles(paths, isWanted) {
  return paths
    .flatMap((path) => filesOf(join(root, path)))
    .filter(isWanted)
    .sort()
}

/**
 * Hash over the names and contents of files and folders; times do not count. @param {readonly string[]} paths relative to the project
 * @param {(file: string) => boolean} [isWanted]
 */
export function contentHash(paths, isWanted = () => true) {
  const hash = createHash('sha256')
  for (const file of wantedFiles(paths, isWanted)) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/**
 * Hash over the names, sizes and times of files and folders: while it is the same, their contents are, too. The time of the last change of
 * a file's entry counts, which no copy takes along. @param {readonly string[]} paths relative to the project
 * @param {(file: string) => boolean} [isWanted]
 */
export function timeHash(paths, isWanted = () => true) {
  const hash = createHash('sha256')
  for (const file of wantedFiles(paths, isWanted)) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(file)
    hash.update([file.slice(root.length), size, mtimeMs, ctimeMs, ino].join('\0')).update('\0')
  }
  return hash.digest('hex')
}
