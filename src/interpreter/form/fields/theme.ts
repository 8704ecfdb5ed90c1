import { withTheme } from '@rjsf/core'
import { ErrorList } from './ErrorList.tsx'
import { FormLayout } from './FormLayout.tsx'
import { BareFieldTemplate, Nothing } from './templates.tsx'

/**
 * The only place where RJSF is configured; built once. The field `FormLayout` draws the whole form. What RJSF would draw around the root
 * (title, description, help, errors) is removed, because we draw it ourselves.
 */
export const ThemedForm = withTheme({
  fields: { FormLayout },
  templates: {
    FieldTemplate: BareFieldTemplate,
    DescriptionFieldTemplate: Nothing,
    FieldHelpTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    ErrorListTemplate: ErrorList,
  },
})
