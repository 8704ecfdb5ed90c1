/** Call for the functions of the signed-in user. */
export const menuPath = '/api/account/users/me/functions'
