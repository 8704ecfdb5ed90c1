import { useState } from 'react'
import type { OpenedApplication } from '../../../src/answers/corporate.ts'
import { useFormOptions } from '../../shared/companyForm/formOptions.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { useMember } from '../../shared/member/MemberContext.tsx'
import { MemberGate } from '../../shared/member/MemberGate.tsx'
import { ApplicationView } from './ApplicationView.tsx'
import { OpenForm } from './OpenForm.tsx'
import { OwnDataView } from './OwnDataView.tsx'

/**
 * /corporate_member_apply. Visitors open their application by its number, the tax ID and a mailed code, and supplement it; members see
 * their data.
 */
export default function ApplyPage() {
  const options = useFormOptions()
  const member = useMember()
  // A member whose session has ended meanwhile goes to the sign-in page and back, not to the page for visitors.
  const [cameAsMember] = useState(member !== null)
  const [opened, setOpened] = useState<OpenedApplication | null>(null)
  const isMember = member !== null || cameAsMember
  if (!isMember && opened === null) return <OpenForm onOpened={setOpened} />
  return (
    <LoadedPart loaded={options}>
      {(choices) =>
        isMember || opened === null ? (
          <MemberGate>{(_home, reload) => <OwnDataView options={choices} onRefused={reload} />}</MemberGate>
        ) : (
          <ApplicationView
            opened={opened}
            options={choices}
            onChanged={(application) => setOpened({ ...opened, application })}
            onClose={() => setOpened(null)}
          />
        )
      }
    </LoadedPart>
  )
}
