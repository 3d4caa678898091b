// What is read from a settings file.
import { expect, it } from 'vitest';
import { defaults, readable } from './settings-schema.ts';

it('keeps valid values, replaces others by defaults, and drops unknown ones', () => {
  const stored = JSON.parse(
    '{ "isMaximized": true, "port": 70000, "theme": "pink", "language": "de", "windowBounds": { "x": 1, "y": 2, "width": 3, "height": "4" }, "__proto__": { "isOnLan": true }, "other": 1 }',
  ) as object;
  expect(readable(stored)).toEqual({ ...defaults, isMaximized: true });
});

it('keeps all values of its own', () => {
  const own = { ...defaults, port: 5679, theme: 'dark', windowBounds: { x: -5, y: 0, width: 800, height: 600 } };
  expect(readable(own)).toEqual(own);
});
