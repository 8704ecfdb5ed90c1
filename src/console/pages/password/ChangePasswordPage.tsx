import { ChangePasswordForm } from './ChangePasswordForm.tsx'

/** 變更密碼 inside the console. */
export default function ChangePasswordPage() {
  return (
    <section className="card narrow-card">
      <div className="card-body">
        <h1 className="h4 mb-3">變更密碼</h1>
        <ChangePasswordForm />
      </div>
    </section>
  )
}
