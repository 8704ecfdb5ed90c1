import { useCallback, useEffect, useState } from 'react'
import type { CaptchaChallenge } from '../../answers/account.ts'
import type { CaptchaAction } from '../../rules/captcha.ts'
import { useHttp } from '../http/HttpContext.tsx'

/** The captcha of a public form. Each answer is valid for one attempt at one form. */
export interface Captcha {
  /** Null until the server has answered. */
  readonly kind: CaptchaChallenge['kind'] | null
  readonly state: 'waiting' | 'working' | 'done' | 'failed'
  /** True when the form may be sent. */
  readonly isDone: boolean
  /** The visitor starts the check, or tries again. */
  start(): void
  /** Call after the answer was used. If the visitor had ticked the box before, the next challenge is solved without asking again. */
  renew(): void
  /** The answer in the form that the server takes. @throws HttpProblem when there is no connection */
  fields(): Promise<{ readonly captcha: string }>
}

interface Run {
  readonly number: number
  readonly challenge: CaptchaChallenge | null
  readonly answer: string
  readonly isFailed: boolean
}

/** A challenge is renewed this long before it expires, so that it does not expire on the way to the server. */
const marginSeconds = 30
const firstRun: Run = { number: 0, challenge: null, answer: '', isFailed: false }
const nextRun = ({ number }: Run): Run => ({ ...firstRun, number: number + 1 })

/** @param isWanted false requests nothing yet */
export function useCaptcha(action: CaptchaAction, isWanted = true): Captcha {
  const [isStarted, setStarted] = useState(false)
  const [run, setRun] = useState(firstRun)
  const renew = useCallback(() => setRun(nextRun), [])
  const fail = useCallback(() => {
    setStarted(false)
    setRun((current) => ({ ...current, isFailed: true }))
  }, [])
  useChallenge(action, isWanted ? run.number : null, setRun, fail)
  useAnswer(run.challenge, isStarted, setRun, fail)
  useEnd(run.challenge, renew)

  const { challenge, answer, isFailed } = run
  const state = stateOf(run, isStarted)
  return {
    kind: challenge?.kind ?? null,
    state,
    isDone: state === 'done',
    start: () => {
      setStarted(true)
      if (isFailed) renew()
    },
    renew,
    fields: async () => ({ captcha: challenge?.kind === 'recaptcha' ? await askForToken(challenge.siteKey, action) : answer }),
  }
}

function stateOf({ challenge, answer, isFailed }: Run, isStarted: boolean): Captcha['state'] {
  if (challenge?.kind === 'off' || answer !== '') return 'done'
  if (isFailed) return 'failed'
  return isStarted || challenge?.kind === 'recaptcha' ? 'working' : 'waiting'
}

type SetRun = (change: (current: Run) => Run) => void

/** Requests the challenge of a run; null when none is wanted. */
function useChallenge(action: CaptchaAction, runNumber: number | null, setRun: SetRun, fail: () => void): void {
  const http = useHttp()
  useEffect(() => {
    if (runNumber === null) return
    const controller = new AbortController()
    const options = { params: { action }, quiet: true, anonymous: true, signal: controller.signal }
    http.get<CaptchaChallenge>('/api/account/captcha', options).then(
      (challenge) => setRun((current) => (current.number === runNumber ? { ...current, challenge } : current)),
      () => controller.signal.aborted || fail(),
    )
    return () => controller.abort()
  }, [http, action, runNumber, setRun, fail])
}

/** Obtains the answer. A proof of work is solved only after the visitor has ticked the box; for reCAPTCHA only its script is loaded. */
function useAnswer(challenge: CaptchaChallenge | null, isStarted: boolean, setRun: SetRun, fail: () => void): void {
  useEffect(() => {
    if (!challenge || challenge.kind === 'off' || (challenge.kind === 'proof' && !isStarted)) return
    const controller = new AbortController()
    const finish = (answer: string | null) => {
      if (controller.signal.aborted) return
      if (answer === null) fail()
      else setRun((current) => (current.challenge === challenge ? { ...current, answer } : current))
    }
    answerOf(challenge, controller).then(finish, () => finish(null))
    return () => controller.abort()
  }, [challenge, isStarted, setRun, fail])
}

async function askForToken(siteKey: string, action: CaptchaAction): Promise<string> {
  const { askRecaptcha } = await import('./recaptcha.ts')
  return askRecaptcha(siteKey, action)
}

/** Loads solver or reCAPTCHA on demand, so that a visitor who only reads a page loads neither. */
async function answerOf(challenge: Exclude<CaptchaChallenge, { kind: 'off' }>, controller: AbortController): Promise<string | null> {
  if (challenge.kind === 'recaptcha') {
    const { loadRecaptcha } = await import('./recaptcha.ts')
    await loadRecaptcha(challenge.siteKey)
    return 'loaded'
  }
  const { solveProof } = await import('./solveProof.ts')
  return solveProof(challenge.challenge, controller)
}

/** Renews the challenge before it expires, because a form may stay open for a long time. */
function useEnd(challenge: CaptchaChallenge | null, renew: () => void): void {
  useEffect(() => {
    if (challenge?.kind !== 'proof') return
    const timer = setTimeout(renew, (challenge.lifeSeconds - marginSeconds) * 1000)
    return () => clearTimeout(timer)
  }, [challenge, renew])
}
