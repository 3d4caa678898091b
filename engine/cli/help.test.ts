import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsTable, type SettingSpec } from '../settings/table.ts';
import { CliFolder, type Ended } from './cli-kit.ts';
import { helpCommand } from './commands/help.ts';

const folder = new CliFolder();
folder.remove();
const helping = (...topics: readonly string[]): Promise<Ended> => folder.call((_args, streams) => helpCommand(topics, streams));
const commands = readdirSync(join(import.meta.dirname, 'commands')).map((file) => file.replace('.ts', ''));

describe('millrace help', () => {
  it.each(commands)('tells of %s', async (command) => {
    expect((await helping()).out).toContain(`millrace ${command} `);
    if (command === 'help') return;
    const { code, out } = await helping(command);
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^millrace ${command} .*\\n\\w.+\\n[^]*--data-dir DIR`)) as string]);
    expect(out).not.toMatch(/\{\w+\}/);
  });

  it('tells of every setting: its variable, default, fallback and what it is for', async () => {
    const { out } = await helping('settings');
    for (const { variable, about, fallback } of Object.values(settingsTable) as readonly SettingSpec[]) {
      const entry = out.split('\n\n').find((part) => part.startsWith(`${variable}=`));
      expect(entry).toContain(`  ${about}.`);
      if (fallback !== undefined) expect(entry).toContain(fallback);
    }
    expect(out).toContain('MILLRACE_PORT=5678\n  Port to listen on; 0 for any free one.\n  Where it is not set: N8N_PORT.');
    expect(out).toContain('Where it is not set: the opposite of N8N_WORKFLOW_TAGS_DISABLED.');
    expect(out).toContain('MILLRACE_DATA_DIR=');
  });

  it.each(['fly', 'constructor', '__proto__', '\u001b[2J'])('knows no topic %j', async (topic) => {
    const { code, out, err } = await helping(topic);
    expect([code, out]).toEqual([2, '']);
    // oxlint-disable-next-line no-control-regex
    expect(err).toMatch(/^There is no help on "[^\u0000-\u001f]*"\. See: millrace help\n$/);
  });
});
