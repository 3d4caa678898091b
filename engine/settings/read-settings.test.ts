// Every setting is read by its name, by its fallback name, and from a file. Invalid values are rejected with the name of the setting.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from './read-settings.ts';
import { settingsTable, type ServerSettings } from './table.ts';
import type { SettingSpec } from './setting-kinds.ts';

const entries = Object.entries<SettingSpec>(settingsTable) as [keyof ServerSettings, SettingSpec][];
const folder = mkdtempSync(join(tmpdir(), 'millrace-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a value other than the default, and its parsed form. */
function sample({ kind, default: byDefault, least = 0, values = [] }: SettingSpec): readonly [text: string, value: unknown] {
  switch (kind) {
    case 'integer':
      return [String(least + 7), least + 7];
    case 'amount':
      return ['2.5', 2.5];
    case 'boolean':
      return [String(byDefault !== true), byDefault !== true];
    case 'list':
      return ['a.example, b.example,', ['a.example', 'b.example']];
    case 'folders':
      return ['/data; ~/files;', ['/data', '~/files']];
    case 'choice':
      return [values[1] ?? '', values[1]];
    case 'saving':
      return ['none', 'none'];
    case 'missedRuns':
      return ['once', 'once'];
    case 'durability':
      return ['normal', 'normal'];
    case 'database':
      return ['postgres://me:secret@db.example:5433/flows', 'postgres://me:secret@db.example:5433/flows'];
    case 'files':
      return ['s3://bucket/millrace', 's3://bucket/millrace'];
    case 'callerPolicy':
      return ['none', 'none'];
    case 'logLevel':
      return ['error', 'error'];
    case 'url':
      return ['https://flows.example/x', 'https://flows.example/x'];
    case 'timezone':
      return ['Europe/Berlin', 'Europe/Berlin'];
    case 'segment':
      return ['/mine/', 'mine'];
    default:
      return ['  something ', 'something'];
  }
}

const wrongFor: Partial<Record<SettingSpec['kind'], readonly string[]>> = {
  list: ['[a', '[1]'],
  folders: ['/data; *', '*;~/files'],
  choice: ['neither'],
  integer: ['many', '1.5', '0x10', '1e3', '-99', '99999999999999999999'],
  amount: ['many', '-1', '1e3', '.5'],
  boolean: ['maybe', '2'],
  saving: ['some'],
  missedRuns: ['twice'],
  durability: ['total'],
  files: ['memory', 's3', 's3://', 's3:///prefix', 'https://bucket'],
  callerPolicy: ['everybody', 'constructor'],
  logLevel: ['loud'],
  url: ['flows.example', 'ftp://flows.example', 'javascript:1'],
  timezone: ['Mars/Base', 'DEFAULT'],
  segment: ['../up', 'a b', '/', 'a//b', 'a?b', '.'],
};

describe('the table', () => {
  it('contains each setting once, with its purpose', () => {
    const variables = entries.map(([, { variable }]) => variable);
    expect(new Set(variables).size).toBe(variables.length);
    expect(variables.filter((name) => !/^MILLRACE(?:_[A-Z][A-Z0-9]*)+$/.test(name))).toEqual([]);
    expect(entries.filter(([, { about }]) => about.length < 5 || about.endsWith('.')).map(([name]) => name)).toEqual([]);
    const fallbacks = entries.flatMap(([, { fallback }]) => fallback ?? []);
    expect(new Set(fallbacks).size).toBe(fallbacks.length);
    expect(fallbacks.filter((name) => variables.includes(name))).toEqual([]);
  });

  it('has a default of the right type for each setting', () => {
    expect(Object.keys(readSettings({})).toSorted()).toEqual(entries.map(([name]) => name).toSorted());
    for (const [name, { default: byDefault, kind, least, most }] of entries) {
      expect([name, readSettings({})[name]]).toEqual([name, byDefault]);
      if (kind === 'integer')
        expect(byDefault).toSatisfy((value: number) => value >= (least ?? 0) && value <= (most ?? Number.MAX_SAFE_INTEGER));
    }
  });
});

describe('the database of n8n', () => {
  const variables = { DB_TYPE: 'postgresdb', DB_POSTGRESDB_HOST: 'db.example' };

  it('is read from its variables, with its defaults', () => {
    expect(readSettings(variables).database).toBe('postgres://postgres@db.example:5432/n8n');
    const all = { ...variables, DB_POSTGRESDB_PORT: '5433', DB_POSTGRESDB_DATABASE: 'a/b', DB_POSTGRESDB_USER: 'me@home' };
    expect(readSettings({ ...all, DB_POSTGRESDB_PASSWORD: 'p:w?' }).database).toBe('postgres://me%40home:p%3Aw%3F@db.example:5433/a%2Fb');
  });

  it('has its schema and its encryption', () => {
    const encrypted = { ...variables, DB_POSTGRESDB_SSL_ENABLED: 'true' };
    expect(new URL(readSettings(encrypted).database).searchParams.get('sslmode')).toBe('verify-full');
    const trusting = { ...encrypted, DB_POSTGRESDB_SSL_REJECT_UNAUTHORIZED: 'false', DB_POSTGRESDB_SCHEMA: 'my flows' };
    const { searchParams } = new URL(readSettings(trusting).database);
    expect([searchParams.get('sslmode'), searchParams.get('options')]).toEqual(['no-verify', String.raw`-c search_path=my\ flows`]);
  });

  it('is not used for another type, nor instead of the own setting', () => {
    expect(readSettings({ ...variables, DB_TYPE: 'sqlite' }).database).toBe('');
    expect(readSettings({ ...variables, MILLRACE_DATABASE: 'postgres://own/flows' }).database).toBe('postgres://own/flows');
  });

  it('is not shown in errors, since addresses have passwords', () => {
    for (const address of ['secret.example', 'mysql://me:secret@db']) {
      expect(() => readSettings({ MILLRACE_DATABASE: address })).toThrow(/^(?!.*secret).*MILLRACE_DATABASE must be/);
    }
  });
});

describe('the files of n8n', () => {
  const mode = 'N8N_DEFAULT_BINARY_DATA_MODE';

  it.each([
    ['default', ''],
    ['filesystem', 'disk'],
    ['database', 'database'],
  ])('are stored as its mode %s says', (value, files) => expect(readSettings({ [mode]: value }).files).toBe(files));

  it('are in its bucket, with its access, unless the own setting says otherwise', () => {
    const variables = {
      [mode]: 's3',
      N8N_EXTERNAL_STORAGE_S3_HOST: 's3.us-east-2.amazonaws.com',
      N8N_EXTERNAL_STORAGE_S3_BUCKET_NAME: 'flows',
      N8N_EXTERNAL_STORAGE_S3_BUCKET_REGION: 'us-east-2',
      N8N_EXTERNAL_STORAGE_S3_ACCESS_KEY: 'key',
      N8N_EXTERNAL_STORAGE_S3_ACCESS_SECRET: 'secret',
    };
    expect(readSettings(variables)).toMatchObject({
      files: 's3://flows',
      s3Endpoint: 's3.us-east-2.amazonaws.com',
      s3Region: 'us-east-2',
      s3AccessKey: 'key',
      s3SecretKey: 'secret',
    });
    expect(readSettings({ ...variables, MILLRACE_FILES: 'disk' }).files).toBe('disk');
  });

  it('need the name of the bucket', () => {
    expect(() => readSettings({ [mode]: 's3' })).toThrow(/N8N_EXTERNAL_STORAGE_S3_BUCKET_NAME/);
  });
});

describe.each(entries)('%s', (name, spec) => {
  const { variable, fallback, isInverted, kind } = spec;
  const [text, value] = sample(spec);

  it('is read from its variable and from a file', () => {
    expect(readSettings({ [variable]: text })[name]).toEqual(value);
    const file = join(folder, variable);
    writeFileSync(file, `${text}\n`);
    expect(readSettings({ [`${variable}_FILE`]: file })[name]).toEqual(value);
    expect(readSettings({ [variable]: text, [`${variable}_FILE`]: '/none' })[name]).toEqual(value);
  });

  it('has its default if the variable or the file is empty', () => {
    const file = join(folder, 'empty');
    writeFileSync(file, '\n');
    expect(readSettings({ [variable]: '  ' })[name]).toEqual(spec.default);
    expect(readSettings({ [`${variable}_FILE`]: file })[name]).toEqual(spec.default);
  });

  it.runIf(fallback !== undefined)('is read from its fallback variable if its own is not set', () => {
    const fallbackText = fallback ?? '';
    const meant = isInverted === true ? String(value !== true) : text;
    expect(readSettings({ [fallbackText]: meant })[name]).toEqual(value);
    const file = join(folder, fallbackText);
    writeFileSync(file, meant);
    expect(readSettings({ [`${fallbackText}_FILE`]: file })[name]).toEqual(value);
    const other = sample(spec)[0];
    expect(readSettings({ [variable]: other, [fallbackText]: meant })[name]).toEqual(value);
  });

  it.each(wrongFor[kind] ?? [])('is rejected with its name for "%s"', (wrong) => {
    for (const name of [variable, ...(fallback === undefined ? [] : [fallback])]) {
      expect(() => readSettings({ [name]: wrong })).toThrow(new RegExp(`^The setting ${name} is "[^"]*", and must be .+\\.$`));
    }
  });
});

describe('settings', () => {
  it('passed as arguments take precedence over the environment', () => {
    expect(readSettings({ MILLRACE_PORT: '1234' }, { port: 0 }).port).toBe(0);
  });

  it('in an unreadable file are rejected with their name', () => {
    expect(() => readSettings({ MILLRACE_ENCRYPTION_KEY_FILE: join(folder, 'none') })).toThrow(
      /MILLRACE_ENCRYPTION_KEY_FILE names cannot be read/,
    );
  });

  it('of the log accept the spellings of other tools', () => {
    expect(readSettings({ N8N_LOG_LEVEL: 'verbose' }).logLevel).toBe('debug');
  });

  it('must not share paths', () => {
    expect(() => readSettings({ MILLRACE_ENDPOINT_REST: 'api', N8N_ENDPOINT_WEBHOOK: '/api/' })).toThrow(
      'The settings MILLRACE_ENDPOINT_REST and MILLRACE_ENDPOINT_WEBHOOK are both "api", and must differ.',
    );
    for (const [variable, path] of [['MILLRACE_ENDPOINT_REST', 'rest'], ['MILLRACE_ENDPOINT_WEBHOOK', 'webhook']]) {
      expect(() => readSettings({ N8N_PUBLIC_API_ENDPOINT: path })).toThrow(
        `The settings ${variable} and MILLRACE_PUBLIC_API_PATH are both "${path}", and must differ.`,
      );
    } // oxfmt-ignore
  });
});
