import { TextField } from '../../shared/form/TextField.tsx'
import { useLeftFields } from '../../shared/form/useLeftFields.ts'
import { type Recipient, recipientFieldIds, recipientProblems } from './recipients.ts'

interface RecipientFieldsProps {
  readonly recipient: Recipient
  readonly onChange: (changes: Partial<Recipient>) => void
}

export function RecipientFields({ recipient, onChange }: RecipientFieldsProps) {
  const { name, mobile, email } = recipientProblems(recipient)
  const { shown, handleBlur } = useLeftFields({
    ...(name && { [recipientFieldIds.name]: name }),
    ...(mobile && { [recipientFieldIds.mobile]: mobile }),
    ...(email && { [recipientFieldIds.email]: email }),
  })
  return (
    <fieldset className="recipient-fields" aria-label="收件人" onBlur={handleBlur}>
      <TextField
        id={recipientFieldIds.name}
        problem={shown[recipientFieldIds.name]}
        label="收件人"
        value={recipient.name}
        onChange={(name) => onChange({ name })}
        maxLength={50}
        autoComplete="name"
        required
      />
      <TextField
        id={recipientFieldIds.mobile}
        problem={shown[recipientFieldIds.mobile]}
        label="手機"
        value={recipient.mobile}
        onChange={(mobile) => onChange({ mobile })}
        maxLength={10}
        inputMode="tel"
        autoComplete="tel"
        required
      />
      <TextField
        id={recipientFieldIds.email}
        problem={shown[recipientFieldIds.email]}
        label="電子郵件"
        type="email"
        value={recipient.email}
        onChange={(email) => onChange({ email })}
        maxLength={100}
        autoComplete="email"
        help="票券將寄至此信箱。"
        required
      />
    </fieldset>
  )
}
