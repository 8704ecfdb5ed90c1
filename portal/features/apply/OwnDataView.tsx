import type { FormOptions, OwnData } from '../../../src/answers/corporate.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { useReloading } from '../../shared/useLoaded.ts'
import { ApplicationData } from './ApplicationData.tsx'
import { ApplicationState } from './ApplicationState.tsx'
import { OwnDataForm } from './OwnDataForm.tsx'

/** Fields that only staff change; the others are in the form. */
const fixedFields = ['applyType', 'industry', 'expectedPoints'] as const

/**
 * The data of the signed-in member.
 *
 * @param onRefused a change was refused: new terms may need consent
 */
export function OwnDataView({ options, onRefused }: { options: FormOptions; onRefused: () => void }) {
  const { loaded, reload } = useReloading<OwnData>('/api/portal/corporate_member_apply', { isOwn: true })
  return (
    <LoadedPart loaded={loaded}>
      {(data) => (
        <>
          <ApplicationState application={data} options={options} />
          <OwnDataForm
            data={data}
            options={options}
            onSaved={reload}
            onRefused={() => {
              reload()
              onRefused()
            }}
          />
          <ApplicationData application={data} options={options} fields={fixedFields} />
        </>
      )}
    </LoadedPart>
  )
}
