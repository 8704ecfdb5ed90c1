import { useState } from 'react'
import { useFormOptions } from '../../shared/companyForm/formOptions.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { ApplicationView } from './ApplicationView.tsx'
import type { OpenedApplication } from './applyCalls.ts'
import { OpenForm } from './OpenForm.tsx'

/** /corporate_member_apply: the own application, opened by its number, the tax ID and a mailed code; its supplement. */
export default function ApplyPage() {
  const options = useFormOptions()
  const [opened, setOpened] = useState<OpenedApplication | null>(null)
  return (
    <LoadedPart loaded={options}>
      {(choices) =>
        opened === null ? (
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
