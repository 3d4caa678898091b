// File names from names of workflows: safe on every system, short enough for all of them.
import { safeFileName } from '../workflow/files.ts';

/** Maximum bytes of a name without extension: all file systems allow 255 in total. */
const MOST = 200;

/** A number above 1 is appended to the name. */
export function fileNameOf(workflowName: string, number = 1): string {
  // Separators are replaced, leading dots would hide the file, and bidirectional marks would disguise the extension.
  const flat = workflowName.normalize('NFC').replaceAll(/[/\\]+/g, '-').replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').replace(/^[\s.-]+/, ''); // oxfmt-ignore
  const name = safeFileName(cut(flat, MOST), 'workflow');
  return `${name}${number === 1 ? '' : ` ${number}`}.json`;
}

/** Truncates without splitting a surrogate pair. */
function cut(text: string, bytes: number): string {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
