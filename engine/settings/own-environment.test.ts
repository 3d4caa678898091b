// Secrets of the environment: read when the program starts, and inherited by nothing that it starts.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { CliFolder } from '../testing/cli-kit.ts';
import { readSettings } from './read-settings.ts';
import type { SettingSpec } from './setting-kinds.ts';
import { settingsTable } from './table.ts';

/** A program that reads its settings twice, and prints what it and its child processes know. */
const program = `
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ownEnvironment, ownSettings, withOwnSecrets } from ${JSON.stringify(new URL('./own-environment.ts', import.meta.url).href)};
const child = () => JSON.parse(execFileSync(process.execPath, ['-p', 'JSON.stringify(process.env)'], { encoding: 'utf8' }));
const thread = async () => (await once(new Worker("process.getBuiltinModule('worker_threads').parentPort.postMessage({ ...process.env })", { eval: true }), 'message'))[0];
const told = { before: child(), reads: [] };
for (let time = 0; time < 2; time++) {
  told.reads.push({ settings: ownSettings(), environment: ownEnvironment(), inherited: [child(), await thread(), { ...process.env }] });
}
withOwnSecrets(() => (told.restarted = child()));
told.after = child();
console.log(JSON.stringify(told));
`;

interface ChildReport {
  readonly before: object;
  readonly reads: readonly { readonly settings: object; readonly environment: object; readonly inherited: readonly object[] }[];
  readonly restarted: object;
  readonly after: object;
}

describe('secrets of the environment', () => {
  const input = {
    MILLRACE_ENCRYPTION_KEY: 'the-key',
    N8N_ENCRYPTION_KEY: 'the-other-key',
    MILLRACE_SMTP_PASSWORD: 'the-password',
    N8N_SMTP_PASS: 'the-other-password',
    MILLRACE_BACKUP_PASSPHRASE: 'the-passphrase',
    MILLRACE_SECRETS_ENV_PREFIX: 'VAULTED_',
    VAULTED_TOKEN: 'the-token',
  };
  const secrets = /the-(?:key|other|pass|token)/;

  it('are read as often as they are needed, and inherited by nothing', () => {
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env: input, encoding: 'utf8' });
    const { before, reads, restarted, after } = JSON.parse(output) as ChildReport;
    expect(before).toMatchObject(input);
    expect(reads).toHaveLength(2);
    for (const { settings, environment, inherited } of reads) {
      expect(settings).toEqual(JSON.parse(JSON.stringify(readSettings(input))));
      expect(environment).toMatchObject(input);
      expect(JSON.stringify(inherited)).not.toMatch(secrets);
    }
    expect(restarted).toMatchObject(input);
    expect(JSON.stringify(after)).not.toMatch(secrets);
  });

  it('are all declared as such', () => {
    const files = ['MILLRACE_TLS_KEY', 'MILLRACE_KEY_STORE', 'MILLRACE_SECRETS_PATH', 'MILLRACE_SECRETS_ENV_PREFIX'];
    const specs: readonly SettingSpec[] = Object.values(settingsTable);
    const likely = specs.filter(({ variable, kind }) => kind === 'text' && /KEY|PASS|SECRET|TOKEN|PHRASE/.test(variable));
    const undeclared = likely.filter(({ isSecret, variable }) => isSecret !== true && !files.includes(variable));
    expect(undeclared.map(({ variable }) => variable)).toEqual([]);
  });
});

describe('a program with secrets in its environment', () => {
  const folder = new CliFolder();
  afterAll(() => folder.remove());

  it('starts commands without them', async () => {
    const node = (id: string, type: string, parameters: object): object => ({
      id,
      name: id,
      type: `n8n-nodes-base.${type}`,
      typeVersion: 1,
      position: [0, 0],
      parameters,
    });
    const file = folder.file('env.json', {
      name: 'Environment',
      nodes: [node('Start', 'manualTrigger', {}), node('Run', 'executeCommand', { command: 'env' })],
      connections: { Start: { main: [[{ node: 'Run', type: 'main', index: 0 }]] } },
    });
    const environment = {
      MILLRACE_NODES_EXCLUDE: '[]',
      MILLRACE_ENCRYPTION_KEY: 'the-key',
      MILLRACE_SECRETS_ENV_PREFIX: 'VAULTED_',
      VAULTED_TOKEN: 'the-token',
      ORDINARY: 'the-rest',
    };
    const child = folder.spawnWith(environment, 'run', '--json', file);
    let out = '';
    child.stdout.on('data', (part: Buffer) => (out += String(part)));
    await once(child, 'close');
    expect(out).toContain('the-rest');
    expect(out).not.toMatch(/the-(?:key|token)/);
  });
});
