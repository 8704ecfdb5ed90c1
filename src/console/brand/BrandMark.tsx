/** The product's mark: a coin with a P. The same drawing as `mark.svg`, which is the page's icon. */
export function BrandMark({ className = '' }: { className?: string }) {
  return (
    <svg className={`brand-mark ${className}`.trim()} viewBox="0 0 32 32" focusable="false" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1f5f8b" />
      <circle cx="16" cy="16" r="9" fill="none" stroke="#fff" strokeWidth="2.5" />
      <path
        d="M13 21v-10h4.2a3.2 3.2 0 0 1 0 6.4H13"
        fill="none"
        stroke="#ffd479"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export const productName = '點數管理後台'
