// The nonce of the editor's page: the page runs only scripts that carry it, and those that they import. Files of the same origin, such as the
// responses of webhooks, are not scripts of the editor.

/** Stands for the nonce in the built page and in its policy. */
export const NONCE_MARK = '__millrace_nonce_of_this_response__';

/** Source of scripts in the policy of the page. */
export const NONCE_SOURCE = `'nonce-${NONCE_MARK}'`;

/** `nonce`: random, and never used for another response. */
export const withNonce = (text: string, nonce: string): string => text.replaceAll(NONCE_MARK, nonce);
