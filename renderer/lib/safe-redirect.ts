// Validates the `redirect` parameter of a URL.

export const homePath = '/';

/** Returns the redirect only if it is a path of this site, starting with one slash. */
export function safeRedirect(redirect: string | null | undefined, otherwise: string = homePath): string {
  // Browsers read a backslash as a slash and skip tabs and line breaks: `/\evil.example` would leave the site.
  const leadsAway = redirect === null || redirect === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(redirect);
  return leadsAway ? otherwise : redirect;
}
