// Addresses as they may be shown: without the secrets that addresses carry.

/** Longest part of an address that is shown. */
const MAX_LENGTH = 200;

/** An address (or what was given as one) without user, password, query and fragment. */
export function shownUrl(text: string): string {
  const bare = text.replace(/[?#].*$/s, '');
  const shown = isAddress(bare) ? withoutUser(bare) : bare.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1');
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** In an address only what lies before the first slash can be a user. */
const withoutUser = (address: string): string => address.replace(/^(https?:\/\/)[^/]*@/i, '$1');
