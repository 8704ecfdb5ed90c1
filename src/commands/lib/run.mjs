// Runs other programs without a shell.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './project.mjs'

/** Variables that npm sets for its scripts, and others that would change the behaviour of a nested npm. */
const inheritedFromNpm = /^(npm_config_(omit|production|only|include)|npm_package_|npm_lifecycle_|NODE_ENV$)/i

/** The environment without the variables of the npm that started this process. */
export function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !inheritedFromNpm.test(name)))
}

/**
 * @typedef {(text: string) => void} Show
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]     whole environment; default: ours
 * @property {boolean} [isQuiet]           output is collected instead of shown
 * @property {Show} [show]                 gets the output piece by piece instead of the terminal
 * @property {number} [uid]
 * @property {number} [gid]
 */

/**
 * Runs a program to its end. Never rejects for a bad exit code.
 * @param {string} command @param {readonly string[]} args @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program does not exist
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, {
      cwd: root,
      env: options.env ?? process.env,
      stdio: options.isQuiet || options.show ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      ...(options.gid === undefined ? {} : { gid: options.gid }),
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => {
        output += chunk
        options.show?.(chunk)
      })
    }
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }))
  })
}

/** The npm that started this process, so that no other version is used. */
export function npmCommand() {
  const script = process.env.npm_execpath
  if (script && existsSync(script) && /npm-cli\.[cm]?js$/.test(script)) return { command: process.execPath, prefix: [script] }
  return { command: 'npm', prefix: [] }
}

/**
 * Script of a tool in node_modules, to be run with `process.execPath`, without shell or npx. @param {string} packageName @param {string}
 * [binName] default: the last part of the package name
 */
export function toolFile(packageName, binName = packageName.split('/').at(-1) ?? packageName) {
  const manifest = join(root, 'node_modules', packageName, 'package.json')
  const { bin } = /** @type {{ bin: string | Record<string, string> }} */ (JSON.parse(readFileSync(manifest, 'utf8')))
  const relative = typeof bin === 'string' ? bin : bin[binName]
  if (relative === undefined) throw new Error(`${packageName} has no program ${binName}`)
  return join(dirname(manifest), relative)
}

/** Runs a tool of node_modules. @param {string} packageName @param {readonly string[]} args @param {RunOptions & { binName?: string }} [options] */
export function runTool(packageName, args, options = {}) {
  return run(process.execPath, [toolFile(packageName, options.binName), ...args], options)
}
