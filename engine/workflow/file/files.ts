// Converts untrusted names to safe file names.

/** Characters that at least one file system rejects. */
const forbidden = /[\p{Cc}<>:"|?*]/gu;
const reservedOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const maxLength = 255;

/** Returns the last segment of a path as a file name that every system accepts: no folders, no control characters, at most 255 characters. */
export function safeFileName(name: string, fallback = 'untitled'): string {
  const last = name.split(/[/\\]/).at(-1) as string;
  const clean = last
    .replace(forbidden, '')
    .trim()
    .replace(/[. ]+$/, '')
    .replace(reservedOnWindows, '_$&');
  return shortened(clean) || fallback;
}

function shortened(name: string): string {
  if (name.length <= maxLength) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 32 ? name.slice(dot) : '';
  return name.slice(0, maxLength - extension.length) + extension;
}
