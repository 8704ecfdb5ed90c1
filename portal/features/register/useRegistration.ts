import { useState } from 'react'
import { useCaptcha } from '../../../src/client/captcha/useCaptcha.ts'
import { useHttp } from '../../../src/client/http/HttpContext.tsx'
import { isHttpProblem } from '../../../src/client/http/problem.ts'
import { showProblem } from '../../../src/client/notices.ts'
import { keyReusedCode } from '../../../src/rules/refusalCodes.ts'
import { type CompanyValues, type FieldProblems, readCompany } from '../../shared/companyForm/companyForm.ts'
import { useDraft } from '../../shared/form/useDraft.ts'
import { sendRegistration } from './registerCall.ts'

interface RegistrationValues {
  readonly company: CompanyValues
  readonly isAgreed: boolean
}

function readValues(stored: unknown): RegistrationValues {
  const source = typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {}
  return { company: readCompany(source.company), isAgreed: source.isAgreed === true }
}

/** An application on its way: its draft, its captcha, and what the server found wrong. */
export function useRegistration(terms: { readonly policyVersion: string; readonly privacyVersion: string }) {
  const http = useHttp()
  const draft = useDraft('/corporate_member_register', readValues)
  const captcha = useCaptcha('register')
  const [problems, setProblems] = useState<FieldProblems>({})
  const [isSending, setSending] = useState(false)

  /** @returns the number of the application, or null when it was refused: the form stays as it is */
  const send = async (): Promise<string | null> => {
    setSending(true)
    setProblems({})
    try {
      const { requestKey } = draft
      const applyNo = await sendRegistration(http, { values: draft.values.company, ...terms, ...(await captcha.fields()), requestKey })
      draft.clear()
      return applyNo
    } catch (problem) {
      if (isHttpProblem(problem) && problem.fields) setProblems(problem.fields)
      if (isHttpProblem(problem) && problem.code === keyReusedCode) draft.renewKey()
      showProblem(problem)
      // Without an answer the captcha may still be good, and asking for another one would fail too.
      if (!(isHttpProblem(problem) && problem.kind === 'network')) captcha.renew()
      return null
    } finally {
      setSending(false)
    }
  }
  return { draft, captcha, problems, isSending, send }
}
