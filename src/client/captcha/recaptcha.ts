import { errorTexts } from '../http/errorCatalogue.ts'
import { HttpProblem } from '../http/problem.ts'

/** The part of Google's script that is used (reCAPTCHA v3). */
interface Recaptcha {
  ready(callback: () => void): void
  execute(siteKey: string, options: { readonly action: string }): Promise<string>
}

const scriptAddress = 'https://www.google.com/recaptcha/api.js'
const timeoutMs = 10_000
let loading: Promise<Recaptcha> | null = null

/** Loads the script once per page; after a failure the next call tries again. */
export function loadRecaptcha(siteKey: string): Promise<Recaptcha> {
  loading ??= insertScript(siteKey).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Gets a token for one form, valid once and for two minutes. @throws HttpProblem of the kind `network` */
export async function askRecaptcha(siteKey: string, action: string): Promise<string> {
  const recaptcha = await loadRecaptcha(siteKey)
  // Offline, Google's script neither answers nor fails.
  return withTimeout(recaptcha.execute(siteKey, { action }))
}

async function insertScript(siteKey: string): Promise<Recaptcha> {
  const script = document.createElement('script')
  script.src = `${scriptAddress}?render=${encodeURIComponent(siteKey)}&hl=zh-TW`
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(noConnection()))
  })
  document.head.append(script)
  try {
    await withTimeout(loaded)
    const { grecaptcha } = window as unknown as { grecaptcha?: Recaptcha }
    if (!grecaptcha) throw noConnection()
    await withTimeout(new Promise<void>((resolve) => grecaptcha.ready(resolve)))
    return grecaptcha
  } catch (error) {
    script.remove()
    throw error
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(noConnection()), timeoutMs)
    work.then(resolve, () => reject(noConnection())).finally(() => clearTimeout(timer))
  })
}

function noConnection(): HttpProblem {
  return new HttpProblem({ kind: 'network', status: 0, code: null, text: errorTexts.networkLost })
}
