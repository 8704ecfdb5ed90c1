import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import { CaptchaBox } from '../../../client/captcha/CaptchaBox.tsx'
import { useCaptcha } from '../../../client/captcha/useCaptcha.ts'
import { captchaTitle } from '../../../rules/captcha.ts'
import { message } from '../../../rules/messages.ts'
import { TextField } from '../../forms/TextField.tsx'
import { useSmallForm } from '../../forms/useSmallForm.ts'
import { accountTexts, linkPath } from './linkRequest.ts'

const empty = { username: '', email: '', captcha: '' }
const captchaMissing = message('M05', { title: captchaTitle })

/** Step 1 of a forgotten password: account, mail address and captcha. The answer never tells whether the account exists. */
export function RequestLinkForm() {
  const captcha = useCaptcha('password')
  const [answer, setAnswer] = useState('')
  const form = useSmallForm(
    empty,
    (values) => ({ ...accountTexts(values), ...(captcha.isDone ? {} : { captcha: captchaMissing }) }),
    async ({ username, email }, http) => {
      try {
        setAnswer(await http.post<string>(linkPath, { username, email, ...(await captcha.fields()) }, { anonymous: true }))
      } finally {
        captcha.renew()
      }
    },
  )
  if (answer) return <p className="alert alert-info mb-0">{answer}</p>
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <TextField label="帳號" {...form.field('username')} autoComplete="username" maxLength={50} />
      <TextField label="電子郵件" type="email" {...form.field('email')} autoComplete="email" maxLength={100} />
      {captcha.kind !== 'off' && (
        <div className="mb-3">
          <CaptchaBox
            id="captcha"
            captcha={captcha}
            aria-invalid={form.errors.captcha ? true : undefined}
            aria-describedby="captcha-problem"
          />
          <div id="captcha-problem" className="field-error">
            {form.errors.captcha}
          </div>
        </div>
      )}
      <Button type="submit" className="w-100" disabled={form.isSending}>
        送出
      </Button>
    </form>
  )
}
