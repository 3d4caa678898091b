import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settingsTable } from '../settings/table.ts';
import type { SettingSpec } from '../settings/setting-kinds.ts';
import { CliFolder, ended, type Ended } from '../testing/cli-kit.ts';
import { helpCommand } from './commands/help.ts';

const folder = new CliFolder();
folder.remove();
const helping = (...topics: readonly string[]): Promise<Ended> => folder.call((_args, streams) => helpCommand(topics, streams));
const files = readdirSync(join(import.meta.dirname, 'commands'));
const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ `./commands/${file}`) as Promise<object>));
const commands = modules.flatMap(Object.keys).flatMap((name) => (name.endsWith('Command') ? [name.replace('Command', '')] : []));

it('names the required version of Node.js', async () => {
  const own = new CliFolder();
  const old = own.file('old.mjs', `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });`);
  const { code, out, err } = await ended(own.spawnWith({ NODE_OPTIONS: `--import=${pathToFileURL(old).href}` }, 'start', '--port', '0'));
  own.remove();
  const message = 'Millrace needs Node.js 24 or newer, but this is 20.1.0. Install a newer version from https://nodejs.org.\n';
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: message });
});

describe('millrace help', () => {
  it.each(commands)('describes %s', async (command) => {
    expect((await helping()).out).toContain(`millrace ${command} `);
    if (command === 'help') return;
    const { code, out } = await helping(command);
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^millrace ${command} .*\\n\\w.+\\n[^]*--data-dir DIR`)) as string]);
    expect(out).not.toMatch(/\{\w+\}/);
  });

  it('describes every setting: its variable, default, fallback and purpose', async () => {
    const { out } = await helping('settings');
    for (const { variable, about, fallback } of Object.values(settingsTable) as readonly SettingSpec[]) {
      const entry = out.split('\n\n').find((part) => part.startsWith(`${variable}=`));
      expect(entry).toContain(`  ${about}.`);
      if (fallback !== undefined) expect(entry).toContain(fallback);
    }
    expect(out).toContain('MILLRACE_PORT=5678\n  Port to listen on; 0 for any free one.\n  If not set: N8N_PORT.');
    expect(out).toContain('If not set: the opposite of N8N_WORKFLOW_TAGS_DISABLED.');
    expect(out).toContain('MILLRACE_DATA_DIR=');
  });

  it.each(['fly', 'constructor', '__proto__', '\u001b[2J'])('rejects the unknown topic %j', async (topic) => {
    const { code, out, err } = await helping(topic);
    expect([code, out]).toEqual([2, '']);
    // oxlint-disable-next-line no-control-regex
    expect(err).toMatch(/^There is no help for "[^\u0000-\u001f]*"\. See: millrace help\n$/);
  });
});
