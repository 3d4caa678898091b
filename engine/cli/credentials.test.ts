import { readFileSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder, ended } from '../testing/cli-kit.ts';
import { stubServer } from '../testing/stub-server.ts';
import { vaultOf } from '../testing/vault-of.ts';
import { credentialsCommand } from './commands/secrets.ts';

let folder: CliFolder;
let other: CliFolder;
beforeEach(async () => {
  [folder, other] = [new CliFolder(), new CliFolder()];
  await folder.addCredential('c', 'Ada', '{"user":"ada","password":"secret"}');
  await other.look(async (store) => void (await vaultOf(other.dataDir, store)));
});
afterEach(() => {
  folder.remove();
  other.remove();
});

const run = (where: CliFolder, ...args: readonly string[]) => where.call(credentialsCommand, ...args);
const opened = (where: CliFolder) => where.openedCredential('c');

/** A workflow with one request, signed with the credential `key`. */
const calling = (url: string): WorkflowFile =>
  buildWorkflow(
    {
      Start: { type: 'manualTrigger', typeVersion: 1 },
      Call: {
        type: 'httpRequest',
        typeVersion: 4.2,
        parameters: { url, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
        credentials: { httpHeaderAuth: { id: 'key', name: 'Key' } },
      },
    },
    ['Start -> Call'],
    { id: 'calling' },
  );

describe('millrace credentials', () => {
  it('moves credentials to another data folder, protected by a passphrase', async () => {
    const file = join(folder.path, 'export.json');
    const passphrase = folder.file('passphrase', 'correct horse\n');
    expect(await run(folder, 'export', '--all', '--out', file, '--passphrase-file', passphrase)).toEqual({
      code: 0,
      out: '',
      err: `The credentials are in ${file}.\n`,
    });
    expect([readFileSync(file, 'utf8').includes('Ada'), process.platform === 'win32' ? 0 : statSync(file).mode & 0o077]).toEqual([
      false,
      0,
    ]);
    expect(await run(folder, 'export', '--all', '--out', file, '--passphrase-file', passphrase)).toMatchObject({
      code: 2,
      err: /cannot be written/,
    });
    const first = await run(other, 'import', file, '--passphrase-file', passphrase);
    expect(first).toEqual({ code: 0, out: 'Ada (httpBasicAuth): added as c\n1 credential imported.\n', err: '' });
    expect(await opened(other)).toBe('{"user":"ada","password":"secret"}');
    expect((await run(other, 'import', file, '--passphrase-file', passphrase)).out).toBe(
      'Ada (httpBasicAuth): replaced c\n1 credential imported.\n',
    );
    const child = other.spawn('credentials', 'import', file);
    child.stdin.end('wrong passphrase');
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(2);
  });

  it('exports plain text only after the words are entered, and imports it', async () => {
    const file = join(folder.path, 'plain.json');
    for (const confirm of [[], ['--confirm', 'yes']]) {
      expect(await run(folder, 'export', '--id', 'c', '--decrypted', '--out', file, ...confirm)).toMatchObject({
        code: 2,
        err: /in plain text, type/,
      });
    }
    expect(
      await run(folder, 'export', '--id', 'c', '--decrypted', '--confirm', 'export secrets in plain text', '--out', file),
    ).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject([{ id: 'c', name: 'Ada', data: { password: 'secret' } }]);
    expect(await run(other, 'import', file)).toMatchObject({ code: 0 });
    expect(await opened(other)).toBe('{"user":"ada","password":"secret"}');
  });

  it('keeps numbers that JavaScript cannot represent, in plain and in encrypted files', async () => {
    const data = '{"user":"ada","account":12345678901234567890,"nested":{"ids":[9007199254740993]}}';
    const file = folder.file('exact.json', `[{"id":"exact","name":"Exact","type":"httpBasicAuth","data":${data}}]`);
    const passphrase = folder.file('passphrase', 'correct horse\n');
    expect(await run(folder, 'import', file)).toMatchObject({ code: 0 });
    expect(await folder.openedCredential('exact')).toBe(data);
    const [plain, sealed] = [join(folder.path, 'plain-exact.json'), join(folder.path, 'sealed-exact.json')];
    const confirmed = ['--decrypted', '--confirm', 'export secrets in plain text'];
    expect(await run(folder, 'export', '--id', 'exact', '--out', plain, ...confirmed)).toMatchObject({ code: 0 });
    expect(await run(folder, 'export', '--id', 'exact', '--out', sealed, '--passphrase-file', passphrase)).toMatchObject({ code: 0 });
    expect(readFileSync(plain, 'utf8')).toContain('"account": 12345678901234567890');
    for (const each of [[plain], [sealed, '--passphrase-file', passphrase]]) {
      expect(await run(other, 'import', ...each)).toMatchObject({ code: 0 });
      expect(await other.openedCredential('exact')).toBe(data);
    }
  });

  it.each([
    ['a secret that begins with `=`', '=abc123', '=abc123'],
    ['an external secret', '{{ $secrets.env.X }}', 'from outside'],
    ['an external secret in a text', 'Bearer {{ $secrets.env.X }}!', 'Bearer from outside!'],
    ['an external secret in an expression', '={{ $secrets.env.X }}', 'from outside'],
  ])('imports %s, and runs send it as it is meant', async (_what, value, expected) => {
    const service = await stubServer((_request, response) => response.end('{}'));
    try {
      const data = { name: 'X-Key', value };
      const file = other.file('key.json', [{ id: 'key', name: 'Key', type: 'httpHeaderAuth', data }]);
      expect(await run(other, 'import', file)).toMatchObject({
        code: 0,
        out: 'Key (httpHeaderAuth): added as key\n1 credential imported.\n',
      });
      expect(JSON.parse(await other.openedCredential('key'))).toEqual(data);
      await other.save(calling(service.address));
      const secrets = { MILLRACE_SECRETS_ENV_PREFIX: 'SECRET_', SECRET_X: 'from outside' };
      expect(await ended(other.spawnWith(secrets, 'execute', '--id', 'calling'))).toMatchObject({ code: 0 });
      expect(service.received.map(({ headers }) => headers['x-key'])).toEqual([expected]);
    } finally {
      await service.close();
    }
  });

  it('rejects wrong arguments and missing files', async () => {
    const commands = [
      [],
      ['import'],
      ['export', '--out', 'x'],
      ['export', '--all', '--id', 'c', '--out', 'x'],
      ['export', '--all'],
      ['import', '/no/file'],
    ];
    for (const args of commands) expect([args, (await run(folder, ...args)).code]).toEqual([args, 2]);
  });
});
