// Names of uploaded files.

/** Returns a name without folders and without characters that are not allowed in file names. */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex
  return last.replaceAll(/[\u0000-\u001f\u007f]/g, '').slice(0, 255) || 'file';
}
