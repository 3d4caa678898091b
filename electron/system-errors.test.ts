// Sentences for errors of the operating system.
import { readFile, readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { systemReasonOf } from './system-errors.ts';

const rejectionOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

it('a file that does not exist is named in a sentence', async () => {
  const reason = systemReasonOf(await rejectionOf(readFile('/nowhere/flow.json')));
  expect(reason).toBe('"/nowhere/flow.json" does not exist. It may have been moved, renamed or deleted.');
});

it('a folder is not a file, and a file not a folder', async () => {
  expect(systemReasonOf(await rejectionOf(readFile(import.meta.dirname)))).toContain('is a folder, not a file');
  expect(systemReasonOf(await rejectionOf(readdir(`${import.meta.filename}/x`)))).toContain('does not exist');
});

it.each([
  ["EACCES: permission denied, open '/etc/it''s.json'", `"/etc/it''s.json" is protected`],
  ['ENOSPC: no space left on device, write', 'The file or folder could not be written, because the disk is full.'],
  ["ELOOP: too many symbolic links encountered, open 'a'", '"a" could not be read or written (error ELOOP'],
  ["EBUSY: resource busy or locked, rename 'C:\\a' -> 'C:\\b'", '"C:\\a" is used by another program'],
])('an error of another process is known by its message: %s', (message, sentence) =>
  expect(systemReasonOf({ message })).toContain(sentence),
);

it.each([
  new Error('The passphrase is wrong.'),
  { code: '__proto__', message: '' },
  { code: 'PORT_TAKEN', message: 'x' },
  undefined,
  'text',
])('other errors keep their text: %s', (error) => expect(systemReasonOf(error)).toBeUndefined());
