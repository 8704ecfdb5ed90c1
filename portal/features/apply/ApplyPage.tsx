import { useState } from 'react'
import { useFormOptions } from '../../shared/companyForm/formOptions.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { useMember } from '../../shared/member/MemberContext.tsx'
import { MemberGate } from '../../shared/member/MemberGate.tsx'
import { ApplicationView } from './ApplicationView.tsx'
import type { OpenedApplication } from './applyCalls.ts'
import { OpenForm } from './OpenForm.tsx'
import { OwnDataView } from './OwnDataView.tsx'

/**
 * /corporate_member_apply: for visitors the own application, opened by its number, the tax ID and a mailed code, and its supplement;
 * for members their data.
 */
export default function ApplyPage() {
  const options = useFormOptions()
  const member = useMember()
  const [opened, setOpened] = useState<OpenedApplication | null>(null)
  return (
    <LoadedPart loaded={options}>
      {(choices) =>
        member ? (
          <MemberGate>{() => <OwnDataView options={choices} />}</MemberGate>
        ) : opened === null ? (
          <OpenForm onOpened={setOpened} />
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
