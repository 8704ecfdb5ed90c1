/** Parameter with the field of the shown report tab. */
export const groupParam = 'group'
