// A data folder that code must not read, and a folder into which it must not write, for the ways of `escapes.ts`.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EscapeTargets } from './escapes.ts';

export interface ForbiddenPlaces {
  readonly paths: EscapeTargets;
  /** What the key's file contains. */
  readonly secret: string;
  /** What code has changed. */
  changes(): readonly string[];
  remove(): void;
}

/** `own`: a file that the code may read. */
export function forbiddenPlaces(own: string): ForbiddenPlaces {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-forbidden-')));
  const paths = { data: join(folder, 'data'), out: join(folder, 'out'), own };
  const secret = randomBytes(24).toString('hex');
  mkdirSync(paths.data);
  mkdirSync(paths.out);
  const files: Readonly<Record<string, string>> = {
    'master.key': secret,
    '.env': `SECRET=${secret}`,
    'data.json': JSON.stringify({ secret }),
    'package.json': JSON.stringify({ name: secret }),
    'code.cjs': `module.exports = ${JSON.stringify(secret)};`,
    'code.mjs': `export default ${JSON.stringify(secret)};`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(paths.data, name), content);
  const database = new DatabaseSync(join(paths.data, 'db.sqlite'));
  database.exec(`CREATE TABLE secrets (value); INSERT INTO secrets VALUES ('${secret}')`);
  database.close();
  const names = readdirSync(paths.data);
  const { mode, mtimeMs } = statSync(own);
  return {
    paths,
    secret,
    changes: () => {
      const now = statSync(own);
      const isChanged = now.mode !== mode || now.mtimeMs !== mtimeMs;
      const missing = names.filter((name) => !readdirSync(paths.data).includes(name));
      const other = Object.entries(files).filter(
        ([name, text]) => !missing.includes(name) && readFileSync(join(paths.data, name), 'utf8') !== text,
      );
      return [...readdirSync(paths.out), ...missing, ...other.map(([name]) => name), ...(isChanged ? [own] : [])];
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
