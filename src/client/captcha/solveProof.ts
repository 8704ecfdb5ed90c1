import { solveChallenge, solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { deriveKey } from './deriveKey.ts'

/** More workers do not help on visitors' computers, and cost memory. */
const workersMax = 4

/**
 * Solves a challenge.
 *
 * @returns the answer in the form that the server takes; null when it was aborted or took too long
 */
export async function solveProof(challenge: Challenge, controller: AbortController): Promise<string | null> {
  const solution =
    typeof Worker === 'undefined' ? await solveChallenge({ challenge, controller, deriveKey }) : await solveBeside(challenge, controller)
  return solution && btoa(JSON.stringify({ challenge, solution }))
}

function solveBeside(challenge: Challenge, controller: AbortController) {
  const createWorker = () => new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' })
  const concurrency = Math.min(workersMax, navigator.hardwareConcurrency || 1)
  return solveChallengeWorkers({ challenge, controller, concurrency, createWorker })
}
