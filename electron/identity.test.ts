// The names by which systems know the application.
import { expect, it } from 'vitest';
import { identify } from './identity.ts';

const namesOf = (platform: NodeJS.Platform, isPackaged: boolean): readonly string[] => {
  const names: string[] = [];
  identify(
    { isPackaged, setName: (name) => void names.push(name), setAppUserModelId: (id) => void names.push(id) },
    platform,
    'electron.exe',
  );
  return names;
};

it('Windows knows the installed application by the id of its shortcut, and a checkout by its program', () => {
  expect(namesOf('win32', true)).toEqual(['Millrace', 'app.millrace.desktop']);
  expect(namesOf('win32', false)).toEqual(['Millrace', 'electron.exe']);
});

it('other systems have no such id', () => expect(namesOf('linux', true)).toEqual(['Millrace']));
