const steps = [
  { title: '填寫資料', text: '備妥統一編號與設立登記證明，填寫公司與聯絡人資料。' },
  { title: '資料審核', text: '約 3 至 5 個工作天；需要補件時以電子郵件通知。' },
  { title: '核准開通', text: '核准信附設定密碼的連結，開啟後即可登入。' },
  { title: '採購點數', text: '登入後即可採購點數、發放序號或兌換票券。' },
] as const

/** Explains the steps of an application before it is started. */
export function ApplicationSteps() {
  return (
    <section aria-labelledby="application-steps" className="card">
      <h2 id="application-steps">申請流程</h2>
      <ol className="application-steps">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
