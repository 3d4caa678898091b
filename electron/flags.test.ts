// The flags of the application.
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { flagsForRestart, readFlags, splitArguments } from './flags.ts';

it.each([
  [['--headless', '--port', '8080', '--host=::1'], { isHeadless: true, settings: { port: 8080, host: '::1' } }],
  [['--lan'], { isHeadless: false, settings: { host: '0.0.0.0' } }],
  [['--hidden', '--safe-mode'], { isHidden: true, settings: { safeMode: true } }],
  [['--version'], { asksVersion: true }],
  [['--data-dir', 'there'], { dataDir: resolve('there') }],
  [
    ['--disable-gpu', '--remote-debugging-port=0', 'flow.json', 'millrace://workflow/1'],
    { opened: ['flow.json', 'millrace://workflow/1'] },
  ],
  [['--data-dir', 'there', 'run', 'flow.json', '--input', 'items.json'], { command: ['run', 'flow.json', '--input', 'items.json'] }],
  [['--disable-gpu', 'backup', '--help'], { command: ['backup', '--help'] }],
  [['version'], { command: ['version'] }],
  [['--help'], { command: ['help'] }],
])('%j', (args, expected) => expect(readFlags(args)).toMatchObject(expected));

it.each([['run.json'], ['--', 'flow.json', 'run'], ['--hidden']])('%j is not a command', (...args) =>
  expect(readFlags(args).command).toBeUndefined(),
);

it.each([
  [['--port', 'many'], '"many" is not a port'],
  [['--port=65536'], '"65536" is not a port'],
  [['--port'], '--port needs a value'],
  [['--data-dir', '--headless'], '--data-dir needs a value'],
  [['--host=', '--lan'], '--host needs a value'],
  [['strat'], 'no command "strat"'],
  [['--hidden', 'back_up', 'to.backup'], 'no command "back_up"'],
])('%j is refused', (args, problem) => expect(readFlags(args).problem).toContain(problem));

it('a port at the end of the range is accepted', () => expect(readFlags(['--port', '65535'])).not.toHaveProperty('problem'));

it.each([['flow.json'], ['./strat'], ['C:\\flows\\one.json'], ['notes.txt'], ['millrace://new'], ['electron']])(
  '%s is opened, and not taken for a command',
  (item) => expect(readFlags([item])).toMatchObject({ opened: [item] }),
);

it.each([['flow.json'], ['./strat'], ['millrace://new'], ['electron']])('%s is no problem', (item) =>
  expect(readFlags([item])).not.toHaveProperty('problem'),
);

it('a checkout starts with flags of Electron and its folder', () => {
  expect(splitArguments(['--inspect', '.', '--lan', 'flow.json'], false)).toEqual({
    electron: ['--inspect', '.'],
    own: ['--lan', 'flow.json'],
  });
  expect(splitArguments(['--lan', 'flow.json'], true)).toEqual({ electron: [], own: ['--lan', 'flow.json'] });
});

it.each([
  [
    ['--port', '80', 'flow.json', '--data-dir=there', 'millrace://new', '--lan'],
    ['--port', '80', '--data-dir=there', '--lan'],
  ],
  [['--hidden', '--safe-mode', '--no-sandbox'], ['--no-sandbox']],
  [['--lan', '--', 'flow.json'], ['--lan']],
])('%j starts again with %j', (args, again) => expect(flagsForRestart(args)).toEqual(again));
