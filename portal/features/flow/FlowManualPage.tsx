import { Link } from 'react-router-dom'
import { useContents } from '../../shared/content/portalContent.ts'
import { RichText } from '../../shared/content/RichText.tsx'
import { parseRichText } from '../../shared/content/richText.ts'
import { StoredPicture } from '../../shared/content/StoredPicture.tsx'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { Spinner } from '../../shared/Spinner.tsx'

/** As `parts.css` draws them: one, two or four in a row. */
const pictureSizes = '(max-width: 686px) calc(100vw - 34px), (max-width: 1024px) 50vw, 272px'

/** /exchange_flow_manual: the steps of an exchange with their pictures, and frequent questions. */
export default function FlowManualPage() {
  const steps = useContents('steps')
  const questions = useContents('questions')
  // What stands below the steps waits for them, so that nothing jumps.
  if (steps.state === 'loading') return <Spinner />
  return (
    <>
      <section aria-labelledby="flow-steps">
        <h2 id="flow-steps" className="visually-hidden">
          兌換步驟
        </h2>
        <LoadedPart loaded={steps}>
          {(contents) => (
            <ol className="flow-steps">
              {contents.map(({ title, body, picture, displayOrder }, index) => (
                <li key={displayOrder} className="card">
                  <span className="flow-number" aria-hidden="true">
                    {index + 1}
                  </span>
                  <StoredPicture picture={picture} sizes={pictureSizes} isFirst={index === 0} />
                  <h3>{title}</h3>
                  <RichText nodes={parseRichText(body)} />
                </li>
              ))}
            </ol>
          )}
        </LoadedPart>
      </section>
      <p className="flow-go">
        <Link className="button button-large" to="/exchange">
          前往兌換
        </Link>
      </p>
      <section aria-labelledby="flow-questions" className="questions">
        <h2 id="flow-questions" className="part-title">
          常見問題
        </h2>
        <LoadedPart loaded={questions}>
          {(contents) =>
            contents.map(({ title, body, displayOrder }) => (
              <details key={displayOrder} className="card">
                <summary>{title}</summary>
                <RichText nodes={parseRichText(body)} />
              </details>
            ))
          }
        </LoadedPart>
      </section>
    </>
  )
}
