// The address of a database in messages.

/** Returns the address without user and password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
