import { describe, expect, it } from 'vitest';
import { settingsTable } from '../settings/table.ts';
import { withOwnCommands } from './text.ts';
import texts from '../../locales/en/cli.json' with { type: 'json' };

const inClone = (message: string): string => withOwnCommands(message, 'node out/engine/cli.js');

describe('commands in messages', () => {
  it.each([
    [
      'Import it (millrace import FILE), and run: millrace execute --id ID',
      'Import it (node out/engine/cli.js import FILE), and run: node out/engine/cli.js execute --id ID',
    ],
    ['Run `millrace open` for a new one (in a clone: `npm run millrace open`).', 'Run `node out/engine/cli.js open` for a new one.'],
    ['The folder ~/.millrace import and the host millrace.example', 'The folder ~/.millrace import and the host millrace.example'],
    ['millrace is free', 'millrace is free'],
  ])('work in the terminal: %s', (message, expected) => expect(inClone(message)).toBe(expected));

  it('are written with a placeholder in all texts of the command line', () =>
    expect(
      JSON.stringify(texts)
        .replaceAll('{millrace}', '')
        .match(/(?<![\w./-])millrace (?!-)[a-z]+/g) ?? [],
    ).toEqual([]));

  it('are found in the help of the settings', () => {
    const abouts = Object.values(settingsTable).map(({ about }) => about);
    expect(abouts.some((about) => about !== inClone(about))).toBe(true);
    expect(abouts.map(inClone).join(' ')).not.toMatch(/(?<![\w./-])millrace (?:start|token|backup|restore)/);
  });
});
