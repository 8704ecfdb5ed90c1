import { useCaptcha } from '../../../src/client/captcha/useCaptcha.ts'
import { type CompanyValues, readCompany } from '../../shared/companyForm/companyForm.ts'
import { storedMembers, useDraft } from '../../shared/form/useDraft.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { sendRegistration } from './registerCall.ts'

interface RegistrationValues {
  readonly company: CompanyValues
  readonly isAgreed: boolean
}

function readValues(stored: unknown): RegistrationValues {
  const source = storedMembers(stored)
  return { company: readCompany(source.company), isAgreed: source.isAgreed === true }
}

/** State of an application form: draft, captcha, and errors of the server. */
export function useRegistration(terms: { readonly policyVersion: string; readonly privacyVersion: string }) {
  const draft = useDraft('/corporate_member_register', readValues)
  const captcha = useCaptcha('register')
  const { problems, isSending, send: sendOnce } = useSending({ captcha, draft })

  /** @returns number of the application; undefined when it was refused, and the form stays unchanged */
  const send = async (): Promise<string | undefined> => {
    const applyNo = await sendOnce(async (http) => {
      const { values, requestKey } = draft
      return sendRegistration(http, { values: values.company, ...terms, ...(await captcha.fields()), requestKey })
    })
    if (applyNo !== undefined) draft.clear()
    return applyNo
  }
  return { draft, captcha, problems, isSending, send }
}
