// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DialogProvider, useConfirm } from './DialogProvider.tsx'
import { ModalDialog } from './ModalDialog.tsx'

afterEach(cleanup)

function Asker({ onAnswer }: { onAnswer: (answer: boolean) => void }) {
  const confirm = useConfirm()
  return (
    <button type="button" onClick={async () => onAnswer(await confirm('確定要刪除這筆資料嗎？'))}>
      刪除
    </button>
  )
}

describe('useConfirm', () => {
  for (const { button, answer } of [
    { button: '確定', answer: true },
    { button: '取消！', answer: false },
  ]) {
    it(`answers ${answer} for ${button}`, async () => {
      const handleAnswer = vi.fn()
      render(
        <DialogProvider>
          <Asker onAnswer={handleAnswer} />
        </DialogProvider>,
      )
      await userEvent.click(screen.getByRole('button', { name: '刪除' }))
      const dialog = await screen.findByRole('alertdialog', { name: '請確認' })
      expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe('確定要刪除這筆資料嗎？')
      await userEvent.click(screen.getByRole('button', { name: button }))
      expect(handleAnswer).toHaveBeenCalledWith(answer)
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    })
  }
})

describe('ModalDialog', () => {
  it('ModalDialog is scrollable and has the buttons 確定 and 取消', async () => {
    const handleConfirm = vi.fn()
    const handleCancel = vi.fn()
    render(
      <ModalDialog title="新增" show onConfirm={handleConfirm} onCancel={handleCancel}>
        內容
      </ModalDialog>,
    )
    const dialog = screen.getByRole('dialog', { name: '新增' })
    expect(dialog.querySelector('.modal-dialog-scrollable')).not.toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '確定' }))
    await userEvent.click(screen.getByRole('button', { name: '取消' }))
    expect([handleConfirm.mock.calls.length, handleCancel.mock.calls.length]).toEqual([1, 1])
  })

  it('ModalDialog cannot be confirmed while its conditions are not met', () => {
    render(
      <ModalDialog title="新增" show confirmDisabled onConfirm={() => {}} onCancel={() => {}}>
        內容
      </ModalDialog>,
    )
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '確定' }).disabled).toBe(true)
  })
})
