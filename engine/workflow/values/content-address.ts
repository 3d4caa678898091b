// Addresses that no response may lead to.

/** URL schemes that contain their own content (`data:`) or refer to this computer (`file:`). */
const contentSchemes = new Set(['about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'vbscript', 'view-source']);

/** Whether an address, as browsers read it, contains its own content or is that of a file of the computer. */
export function isContentAddress(address: string): boolean {
  // Browsers ignore quotes, spaces and control characters at this point.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.replaceAll(/[\s'"\p{Cc}]/gu, ''))?.[1];
  return scheme !== undefined && contentSchemes.has(scheme.toLowerCase());
}
