import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { builtProgram } from '../support/builtPrograms.ts'

/** A child whose output is read line by line. */
export interface Child {
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  readonly lines: AsyncIterableIterator<string>
  /** Exit code and everything written to stderr. */
  readonly ended: Promise<{ code: number | null; errors: string }>
  kill(signal: NodeJS.Signals): void
}

/** Starts Node on a file of the project, in a process of its own with this environment. */
export function startNode(args: readonly string[], environment: Readonly<Record<string, string>>): Child {
  return startProgram([process.execPath, ...args], environment)
}

/** Starts a TypeScript program of the project, built once for all its starts. */
export async function startTypeScript(file: string, environment: Readonly<Record<string, string>>): Promise<Child> {
  return startNode(['--enable-source-maps', await builtProgram(file)], environment)
}

/** Starts a program, e.g. one that starts Node elsewhere; signals are sent to the program itself. */
export function startProgram([command = '', ...args]: readonly string[], environment: Readonly<Record<string, string>>): Child {
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, errors }))
  })
  return {
    process: child,
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    ended,
    kill: (signal) => void child.kill(signal),
  }
}

/** Reads lines until one matches. If the child ends before, fails with its output. */
export async function waitForLine(child: Child, pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const { value, done } = await child.lines.next()
    if (done) throw new Error(`ended before ${pattern}: ${(await child.ended).errors}`)
    const match = pattern.exec(value)
    if (match) return match
  }
}
