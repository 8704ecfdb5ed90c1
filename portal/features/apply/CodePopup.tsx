import { useState } from 'react'
import type { OpenedApplication } from '../../../src/answers/corporate.ts'
import { isHttpProblem } from '../../../src/client/http/problem.ts'
import { showProblem } from '../../../src/client/notices.ts'
import { useSend } from '../../../src/client/send/useSend.ts'
import { AlertInput } from '../../shared/popup/AlertInput.tsx'
import { type Credentials, openApplication } from './applyCalls.ts'

interface CodePopupProps {
  readonly credentials: Credentials
  readonly onOpened: (opened: OpenedApplication) => void
  readonly onCancel: () => void
}

/** Asks for the mailed code. */
export function CodePopup({ credentials, onOpened, onCancel }: CodePopupProps) {
  const [refusal, setRefusal] = useState<string>()
  const { send } = useSend((problem) => {
    // Shown in the popup, because a toast would be behind it.
    if (isHttpProblem(problem) && problem.kind !== 'aborted') setRefusal(problem.text)
    else showProblem(problem)
  })
  const handleAnswer = (code: string) =>
    send(async (http) => {
      setRefusal(undefined)
      onOpened(await openApplication(http, credentials, code))
    })
  return (
    <AlertInput
      type="text"
      required
      requiredText="請輸入驗證碼"
      title="輸入驗證碼"
      label="驗證碼"
      text="請輸入電子郵件中的 6 位數驗證碼，10 分鐘內有效。"
      maxLength={6}
      inputMode="numeric"
      refusal={refusal}
      onAnswer={(code) => void handleAnswer(code)}
      onCancel={onCancel}
    />
  )
}
