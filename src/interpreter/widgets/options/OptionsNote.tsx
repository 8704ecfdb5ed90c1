/** Says that a field's options could not be loaded. */
export function OptionsNote({ state }: { readonly state: 'loading' | 'ready' | 'error' | 'waiting' }) {
  if (state !== 'error') return null
  return (
    <div className="form-text text-danger" role="alert">
      選項載入失敗，請重新開啟此畫面。
    </div>
  )
}
