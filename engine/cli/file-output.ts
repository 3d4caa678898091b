// Files that commands write: their names, and how they come into place.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { safeFileName } from '../workflow/file/export.ts';

/** Writes a temporary file and moves it into place. */
export async function writeAtomically(target: string, content: string, mode: number | undefined): Promise<void> {
  const draft = join(dirname(target), `.millrace-${randomUUID()}.tmp`);
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.writeFile(content);
      // Without flushing, the moved file could be empty after a power cut.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Maximum bytes of a name without extension; all file systems allow 255 bytes in total. */
const MAX_NAME_BYTES = 200;

/** Returns the file name of a workflow. `number`: appended if it is above 1. */
export function fileNameOf(workflowName: string, number = 1): string {
  // Separators would create folders, leading dots would hide the file, and bidirectional marks would disguise the extension.
  const flat = workflowName.normalize('NFC').replaceAll(/[/\\]+/g, '-').replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').replace(/^[\s.-]+/, ''); // oxfmt-ignore
  const name = safeFileName(truncate(flat, MAX_NAME_BYTES), 'workflow');
  return `${name}${number === 1 ? '' : ` ${number}`}.json`;
}

/** Truncates without splitting a surrogate pair. */
function truncate(text: string, bytes: number): string {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
