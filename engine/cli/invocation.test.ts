import { expect, it } from 'vitest';
import { invocation } from './invocation.ts';

const base = { folder: '/home/ada/millrace', npmScript: undefined, platform: 'linux' } as const;

it.each([
  ['an installed command', { ...base, script: '/usr/local/bin/millrace' }, 'millrace'],
  ['the desktop application', { ...base, script: undefined }, 'millrace'],
  ['npm start', { ...base, script: '/home/ada/millrace/out/engine/cli.js', npmScript: 'start' }, 'npm run --silent millrace --'],
  ['npm run millrace', { ...base, script: '/home/ada/millrace/out/engine/cli.js', npmScript: 'millrace' }, 'npm run --silent millrace --'],
  ['a file of the current folder', { ...base, script: '/home/ada/millrace/out/engine/cli.js' }, 'node out/engine/cli.js'],
  ['a file elsewhere', { ...base, script: '/opt/mill/out/engine/cli.js' }, 'node /opt/mill/out/engine/cli.js'],
  [
    'a file, for any folder',
    { ...base, folder: undefined, script: '/home/ada/millrace/out/engine/cli.js' },
    'node /home/ada/millrace/out/engine/cli.js',
  ],
  ['a service, in the root folder', { ...base, folder: '/', script: '/opt/mill/out/engine/cli.js' }, 'node /opt/mill/out/engine/cli.js'],
  ['a path with blanks', { ...base, script: "/opt/ada's mill/cli.js" }, String.raw`node '/opt/ada'\''s mill/cli.js'`],
])('hints after %s name a command that works there', (_how, called, command) => {
  expect(invocation(called)).toBe(command);
});
