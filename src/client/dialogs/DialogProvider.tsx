import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { lateDialog } from '../load/late.tsx'
import { notify } from '../notices.ts'

const ConfirmDialog = lateDialog(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

/** Loads the code before the first question. */
export const loadConfirmDialog = ConfirmDialog.fetch

/** Asks the user; resolves to true for 確定, false for 取消！. `subject` is the name of the record that the question is about. */
export type Confirm = (text: string, subject?: string) => Promise<boolean>

const ConfirmContext = createContext<Confirm | null>(null)

interface Question {
  readonly text: string
  readonly subject: string
  readonly isOpen: boolean
  readonly answer: (isConfirmed: boolean) => void
}

/** Provides the only confirm dialog of the page. */
export function DialogProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const isFetching = useRef(false)
  const confirm = useCallback<Confirm>(async (text, subject = '') => {
    // A double click asks once.
    if (isFetching.current) return false
    isFetching.current = true
    try {
      await loadConfirmDialog()
    } catch {
      notify.error('確認視窗無法開啟，作業沒有執行。請確認網路連線後再試一次。')
      return false
    } finally {
      isFetching.current = false
    }
    return new Promise((answer) => setQuestion({ text, subject, isOpen: true, answer }))
  }, [])

  const handleAnswer = (isConfirmed: boolean) => {
    question?.answer(isConfirmed)
    // Keeps the text while the dialog fades out.
    setQuestion(question && { ...question, isOpen: false })
  }

  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && <ConfirmDialog text={question.text} subject={question.subject} show={question.isOpen} onAnswer={handleAnswer} />}
    </ConfirmContext>
  )
}

/** `if (await confirm('確定要刪除這筆資料嗎？')) …`; throws outside a `DialogProvider`. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs a DialogProvider above it')
  return confirm
}
