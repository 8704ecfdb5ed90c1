import { deliveryMethod } from '../../../src/rules/codes.generated.ts'
import { pointRequestLimits } from '../../../src/rules/pointRequest.ts'
import { TextField } from '../../shared/form/TextField.tsx'
import { useAttempt } from '../../shared/form/useAttempt.ts'
import { useDraft } from '../../shared/form/useDraft.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { DeliveryField } from './DeliveryField.tsx'
import { PointsField } from './PointsField.tsx'
import { sendRequest } from './purchaseCalls.ts'
import { RequestTotal } from './RequestTotal.tsx'
import { readRequest, requestOf, requestProblems } from './requestForm.ts'

interface RequestFormProps {
  /** Member to whom the draft belongs. */
  readonly corporateNo: string
  readonly onSent: (settlementNo: string) => void
}

/** The form for requesting points: kind, number and purpose. */
export function RequestForm({ corporateNo, onSent }: RequestFormProps) {
  const draft = useDraft(`/member_purchase:${corporateNo}`, readRequest)
  const sending = useSending({ draft })
  const { values, change } = draft
  const isAccount = values.deliveryMethod === deliveryMethod.account
  const { shown, handleSubmit, forgetAttempt } = useAttempt(requestProblems(values), async () => {
    const settlementNo = await sending.send((http) => sendRequest(http, requestOf(values), draft.requestKey))
    if (settlementNo === undefined) return
    draft.clear()
    forgetAttempt()
    onSent(settlementNo)
  })
  const problems: Readonly<Record<string, string | undefined>> = { ...sending.problems, ...shown }
  return (
    <form className="ticket purchase-form" noValidate aria-label="採購申請" onSubmit={handleSubmit}>
      <div className="purchase-fields">
        <DeliveryField
          value={values.deliveryMethod}
          problem={problems.deliveryMethod}
          onChange={(deliveryMethod) => change({ deliveryMethod })}
        />
        <PointsField
          label={isAccount ? '存入點數' : '每組點數'}
          value={values.pointsPerSerial}
          problem={problems.pointsPerSerial}
          onChange={(pointsPerSerial) => change({ pointsPerSerial })}
        />
        {!isAccount && (
          <TextField
            id="quantity"
            label={values.deliveryMethod === deliveryMethod.cards ? '張數' : '組數'}
            value={values.quantity}
            onChange={(quantity) => change({ quantity })}
            problem={problems.quantity}
            help={`一次最多 ${pointRequestLimits.quantityMax.toLocaleString('en-US')}`}
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
            required
          />
        )}
        <TextField
          id="purpose"
          label="備註"
          value={values.purpose}
          onChange={(purpose) => change({ purpose })}
          problem={problems.purpose}
          help="例如用途、希望的效期或交付日期"
          maxLength={pointRequestLimits.purposeLength}
          autoComplete="off"
          className="field-wide"
        />
      </div>
      <RequestTotal values={values} isSending={sending.isSending} />
    </form>
  )
}
