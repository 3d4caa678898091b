// Values derived from the settings.
import { describe, expect, it } from 'vitest';
import { runningServer } from '../testing/running-server.ts';
import { fileStorageOf } from './derived.ts';
import { isReachable, isShared } from './reachable.ts';
import { readSettings } from './read-settings.ts';
import type { ServerSettings } from './table.ts';

it.each<[Partial<ServerSettings>, boolean]>([
  [{}, false],
  [{ host: 'localhost' }, false],
  [{ host: '127.0.1.1' }, false],
  [{ host: '::1' }, false],
  [{ editorUrl: 'http://localhost:8080/flows' }, false],
  [{ editorUrl: 'http://[::1]:8080' }, false],
  [{ host: '0.0.0.0' }, true],
  [{ host: '::' }, true],
  [{ host: '192.168.1.4' }, true],
  [{ host: '127.0.0.1.example.com' }, true],
  [{ hosts: ['flows.example.com'] }, true],
  [{ proxyHops: 1 }, true],
  [{ editorUrl: 'https://flows.example.com' }, true],
])('with %j other computers reach the editor: %s', (settings, expected) => expect(isShared(readSettings({}, settings))).toBe(expected));

it.each<[Partial<ServerSettings>, boolean]>([
  [{}, false],
  [{ webhookUrl: 'http://localhost:8080/' }, false],
  [{ webhookUrl: 'https://hooks.example.com/' }, true],
  [{ webhookHost: 'hooks.example.com' }, true],
  [{ host: '0.0.0.0' }, true],
])('with %j other computers reach the instance: %s', (settings, expected) =>
  expect(isReachable(readSettings({}, settings))).toBe(expected),
);

it.each<[Partial<ServerSettings>, boolean]>([
  [{}, false],
  [{ hosts: ['flows.example.com'] }, true],
])('with %j the editor begins with the set-up: %s', async (settings, expected) => {
  const running = await runningServer({ settings });
  try {
    const { userManagement } = await running.data<{ userManagement: object }>({ url: '/rest/settings' });
    expect(userManagement).toMatchObject({ enabled: true, showSetupOnFirstLoad: expected });
  } finally {
    await running.close();
  }
});

describe('files of items', () => {
  const database = 'postgres://db/flows';
  const keys = { s3AccessKey: 'key', s3SecretKey: 'secret' };
  const storage = (settings: Partial<ServerSettings>) => fileStorageOf(readSettings({}, settings));

  it.each<[Partial<ServerSettings>, 'disk' | 'database']>([
    [{}, 'disk'],
    [{ database }, 'database'],
    [{ database, files: 'database' }, 'database'],
    [{ database, files: 'disk' }, 'disk'],
    [{ files: 'disk' }, 'disk'],
  ])('with %j are stored on or in: %s', (settings, expected) => expect(storage(settings)).toBe(expected));

  it.each<[string, string, string]>([
    ['s3://flows', 'flows', ''],
    ['s3://flows/', 'flows', ''],
    ['s3://flows/a/b', 'flows', 'a/b/'],
    ['s3://flows//a/', 'flows', 'a/'],
  ])('at %s are in the bucket %s, under "%s"', (files, bucket, prefix) =>
    expect(storage({ files, ...keys })).toEqual({
      bucket,
      prefix,
      endpoint: '',
      region: 'us-east-1',
      accessKey: 'key',
      secretKey: 'secret',
      usesPathStyle: false,
    }),
  );

  it.each<[Partial<ServerSettings>, string, boolean]>([
    [{ s3Endpoint: 'https://s3.example.com' }, 'https://s3.example.com', true],
    [{ s3Endpoint: 's3.example.com' }, 'https://s3.example.com', true],
    [{ s3Endpoint: 's3.us-east-2.amazonaws.com' }, 'https://s3.us-east-2.amazonaws.com', false],
    [{ s3Endpoint: 'https://amazonaws.com.example' }, 'https://amazonaws.com.example', true],
    [{ s3Endpoint: 's3.example.com', s3PathStyle: 'false' }, 'https://s3.example.com', false],
    [{ s3PathStyle: 'true' }, '', true],
  ])('with %j are sent to "%s", with the bucket in the path: %s', (settings, endpoint, usesPathStyle) =>
    expect(storage({ files: 's3://flows', ...keys, ...settings })).toMatchObject({ endpoint, usesPathStyle }),
  );

  it('may use credentials that are found elsewhere, but not half of them', () => {
    expect(storage({ files: 's3://flows' })).toMatchObject({ accessKey: '', secretKey: '' });
    expect(() => storage({ files: 's3://flows', s3AccessKey: 'key' })).toThrow(/MILLRACE_S3_SECRET_KEY is not set/);
    expect(() => storage({ files: 's3://flows', s3SecretKey: 'secret' })).toThrow(/^(?!.*secret).*MILLRACE_S3_ACCESS_KEY is not set/);
  });

  it.each<[Partial<ServerSettings>, RegExp]>([
    [{ files: 'database' }, /MILLRACE_DATABASE must be the address of a Postgres database/],
    [{ files: 's3://flows', s3Endpoint: 'ftp://s3.example.com' }, /MILLRACE_S3_ENDPOINT must be an address/],
  ])('are rejected with %j', (settings, message) => expect(() => storage(settings)).toThrow(message));
});
