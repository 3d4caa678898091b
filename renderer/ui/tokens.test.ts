// Tokens: colors that carry meaning have enough contrast in both themes, and stylesheets use tokens for layers and spacings.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Colors of the light theme, then of the dark theme. */
const themes: readonly ReadonlyMap<string, string>[] = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
  .split("[data-theme='dark']")
  .map((part) => new Map([...part.matchAll(/(--[\w-]+):\s*(#[\da-f]{6})/gi)].map(([, name = '', value = '']) => [name, value])));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one = '', other = ''): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ['light', themes[0]],
  ['dark', themes[1]],
] as const)('in the %s theme', (_name, theme = new Map<string, string>()) => {
  const tints = [...theme].filter(([name]) => name.startsWith('--tint-'));

  it.each(['--surface', '--raised', '--hover', '--selected'])('every tint can be read on %s', (ground) =>
    expect(tints.filter(([, colour]) => contrast(colour, theme.get(ground)) < 4.5)).toEqual([]),
  );

  it.each(['--surface', '--raised'])('what the pointer or the keys are on stands out on %s', (ground) =>
    expect(contrast(theme.get('--hover'), theme.get(ground))).toBeGreaterThan(1.1),
  );

  it('all tints differ', () => expect(new Set(tints.map(([, colour]) => colour)).size).toBe(tints.length));

  it.each(['--match', '--match-now'])('code can be read on %s', (ground) =>
    expect(['--ink', '--ok', '--wait', '--pin', '--ink-3'].filter((ink) => contrast(theme.get(ink), theme.get(ground)) < 3)).toEqual([]),
  );

  it('the chosen segment is lighter than its background, and its text is readable', () => {
    expect(luminance(theme.get('--segment') ?? '')).toBeGreaterThan(luminance(theme.get('--line') ?? ''));
    expect(contrast(theme.get('--segment'), theme.get('--line'))).toBeGreaterThan(1.2);
    expect(contrast(theme.get('--segment'), theme.get('--ink'))).toBeGreaterThan(4.5);
  });
});

it('layers and spacings are tokens', () => {
  const root = join(import.meta.dirname, '..');
  const raw = globSync('**/*.css', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) =>
        /^\s*(?:z-index: -?\d|(?:padding|margin|gap|row-gap|column-gap)[a-z-]*:[^;]*\s-?(?:[1-9]|[12]\d|3[0-2]|40)px)/.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(raw).toEqual([]);
});

it('the frame has the sizes that its users know', () => {
  const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
  for (const size of ['--header: 65px;', '--sidebar: 200px;', '--sidebar-collapsed: 65px;']) expect(tokens).toContain(size);
});
