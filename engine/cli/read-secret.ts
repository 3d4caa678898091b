// Reads a secret from a file, the terminal or standard input. It must not be an argument, which other programs on the computer can see.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { text as contentOf } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { AppError } from '../contract/errors.ts';
import { text } from './text.ts';
import { systemReason } from './workflow-source.ts';

/**
 * Asks on a terminal, without echo unless `isVisible`; otherwise reads standard input. Trailing line breaks are ignored. Throws FILE_NOT_READABLE.
 */
export async function readSecret(question: string, file: string | undefined, isVisible = false): Promise<string> {
  if (file !== undefined) {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new AppError('FILE_NOT_READABLE', text('credentials.notRead', { file, reason: systemReason(error) }), { cause: error });
    }
  }
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return (await contentOf(stdin)).trim();
  stderr.write(`${question} `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: stdin, output: isVisible ? stderr : silent, terminal: true });
  try {
    return (await line.question('')).trim();
  } finally {
    line.close();
    if (!isVisible) stderr.write('\n');
  }
}
