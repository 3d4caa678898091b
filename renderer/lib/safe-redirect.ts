// Where a `redirect` in an address leads.

export const homePath = '/';

/** Where a `redirect` leads: only to pages of our own, which begin with one slash and stay here. */
export function safeRedirect(redirect: string | null | undefined, otherwise: string = homePath): string {
  // Browsers read a backslash as a slash and pass over tabs and line ends: `/\evil.example` would lead away.
  const leadsAway = redirect === null || redirect === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(redirect);
  return leadsAway ? otherwise : redirect;
}
