// File names from names of workflows: safe on every system, short enough for all of them.
import { safeFileName } from '../workflow/files.ts';

/** Bytes of a name before its ending: every file system takes 255 in all. */
const MOST = 200;

/** A number above 1 stands behind the name. */
export function fileNameOf(workflowName: string, number = 1): string {
  // Parts of a path become one name; a dot at the front would hide it. Marks that turn the direction of text would disguise the ending.
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
