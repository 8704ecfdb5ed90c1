import type { TermsVersions } from '../../../src/answers/corporate.ts'
import { useFormOptions } from '../../shared/companyForm/formOptions.ts'
import { useContents } from '../../shared/content/portalContent.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import type { Loaded } from '../../shared/useLoaded.ts'
import { ApplicationSteps } from './ApplicationSteps.tsx'
import { Precautions } from './Precautions.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/** /corporate_member_register: information and steps, then the form. */
export default function RegisterPage() {
  const options = useFormOptions()
  const versions = useTermsVersions()
  return (
    <>
      <ApplicationSteps />
      <Precautions />
      <LoadedPart loaded={options}>
        {(choices) => <LoadedPart loaded={versions}>{(terms) => <RegisterForm options={choices} terms={terms} />}</LoadedPart>}
      </LoadedPart>
    </>
  )
}

/** The versions of both terms to which an applicant agrees. */
function useTermsVersions(): Loaded<TermsVersions> {
  const policy = useContents('policy')
  const privacy = useContents('privacy')
  if (policy.state !== 'ready') return policy
  if (privacy.state !== 'ready') return privacy
  return { state: 'ready', data: { policyVersion: policy.data[0]?.version ?? '', privacyVersion: privacy.data[0]?.version ?? '' } }
}
