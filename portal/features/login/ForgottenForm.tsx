import { useEffect, useState } from 'react'
import { useCaptcha } from '../../../src/client/captcha/useCaptcha.ts'
import { captchaTitle } from '../../../src/rules/captcha.ts'
import { message } from '../../../src/rules/messages.ts'
import { isEmail } from '../../../src/rules/text.ts'
import { CaptchaField } from '../../shared/captcha/CaptchaField.tsx'
import { TextField } from '../../shared/form/TextField.tsx'
import { useAttempt } from '../../shared/form/useAttempt.ts'
import { useSending } from '../../shared/form/useSending.ts'

/** Requests the link for a new password. The answer never tells whether the account exists. */
export function ForgottenForm({ onBack }: { onBack: () => void }) {
  const captcha = useCaptcha('password')
  const sending = useSending({ captcha })
  const [email, setEmail] = useState('')
  const [answer, setAnswer] = useState<string>()
  const address = email.trim()
  // Focuses the field, because the button that led here is gone.
  useEffect(() => document.getElementById('email')?.focus(), [])
  const { shown, handleSubmit } = useAttempt(
    {
      ...(address === '' ? { email: message('M05', { title: '帳號' }) } : !isEmail(address) && { email: '電子郵件格式錯誤.' }),
      ...(!captcha.isDone && { captcha: message('M05', { title: captchaTitle }) }),
    },
    async () => {
      // The account name of a member is its e-mail address.
      const names = { username: address, email: address }
      setAnswer(
        await sending.send(async (http) =>
          http.post<string>('/api/account/createForgetPasswordEMail', { ...names, ...(await captcha.fields()) }, { anonymous: true }),
        ),
      )
    },
  )
  return (
    <form className="card narrow-form" noValidate onSubmit={handleSubmit}>
      <h2>忘記密碼</h2>
      {answer ? (
        <p role="status">{answer}</p>
      ) : (
        <>
          <p>請輸入登入帳號，系統將寄送重設密碼的連結，30 分鐘內有效。</p>
          <TextField
            id="email"
            label="帳號（電子郵件）"
            type="email"
            value={email}
            onChange={setEmail}
            problem={shown.email ?? sending.problems.email}
            maxLength={100}
            autoComplete="username"
            required
          />
          <CaptchaField captcha={captcha} problem={shown.captcha ?? sending.problems.captcha} />
          <button type="submit" className="button button-wide" disabled={sending.isSending}>
            送出
          </button>
        </>
      )}
      <p className="form-links">
        <button type="button" className="link-button" onClick={onBack}>
          回登入頁
        </button>
      </p>
    </form>
  )
}
