import { withTheme } from '@rjsf/core'
import bootstrapTheme from '@rjsf/react-bootstrap/lib/Theme/Theme.js'
import { ErrorList } from './ErrorList.tsx'
import { FormLayout } from './FormLayout.tsx'
import { BareFieldTemplate, Nothing } from './templates.tsx'

/**
 * The one place where RJSF is dressed, built once. A form is drawn whole by the field `FormLayout`; what RJSF would draw around
 * the root (title, description, help, errors) is left away, because dialog, labels and error list are ours.
 */
export const ThemedForm = withTheme({
  ...bootstrapTheme,
  fields: { FormLayout },
  templates: {
    ...bootstrapTheme.templates,
    FieldTemplate: BareFieldTemplate,
    DescriptionFieldTemplate: Nothing,
    FieldHelpTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    ErrorListTemplate: ErrorList,
  },
})
