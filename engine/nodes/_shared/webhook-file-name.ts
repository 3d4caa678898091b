// Names of files that callers send.

/** A name without a folder and without what no file name has. */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex
  return last.replaceAll(/[\u0000-\u001f\u007f]/g, '').slice(0, 255) || 'file';
}
