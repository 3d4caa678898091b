// Icons of packages: which files are used.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageIcon } from './icons.ts';

let outer: string;
beforeAll(() => {
  outer = mkdtempSync(join(tmpdir(), 'millrace-icons-'));
  mkdirSync(join(outer, 'package/dist/nodes'), { recursive: true });
  writeFileSync(join(outer, 'secret.svg'), '<svg>secret</svg>');
  writeFileSync(join(outer, 'package/dist/shared.png'), 'png');
  writeFileSync(join(outer, 'package/dist/nodes/a.svg'), '<svg>light</svg>');
  writeFileSync(join(outer, 'package/dist/nodes/b.svg'), '<svg>dark</svg>');
  writeFileSync(join(outer, 'package/dist/nodes/large.svg'), 'x'.repeat(1024 * 1024 + 1));
  symlinkSync(join(outer, 'secret.svg'), join(outer, 'package/dist/nodes/link.svg'));
});
afterAll(() => rmSync(outer, { recursive: true, force: true }));

const icon = async (icon: unknown, theme: 'light' | 'dark' = 'light'): Promise<unknown> => {
  const result = await packageIcon(join(outer, 'package'), 'dist/nodes/Example.node.js', icon, theme);
  return result && [result.mimeType, String(result.content)];
};

describe('the icon of a type', () => {
  it.each([
    ['file:a.svg', ['image/svg+xml', '<svg>light</svg>']],
    ['file:../shared.png', ['image/png', 'png']],
    [{ light: 'file:a.svg', dark: 'file:b.svg' }, ['image/svg+xml', '<svg>light</svg>']],
  ])('%j is read', async (source, expected) => expect(await icon(source)).toEqual(expected));

  it('is the one of the theme, or the only one', async () => {
    expect(await icon({ light: 'file:a.svg', dark: 'file:b.svg' }, 'dark')).toEqual(['image/svg+xml', '<svg>dark</svg>']);
    expect(await icon({ light: 'file:a.svg' }, 'dark')).toEqual(['image/svg+xml', '<svg>light</svg>']);
  });

  it.each([
    ['outside of the package', 'file:../../../secret.svg'],
    ['behind a link', 'file:link.svg'],
    ['an absolute path', 'file:/etc/passwd.svg'],
    ['too large', 'file:large.svg'],
    ['missing', 'file:none.svg'],
    ['a folder', 'file:../nodes'],
    ['another kind of file', 'file:Example.node.js'],
    ['the name of an icon font', 'fa:rocket'],
    ['not a text', 7],
    ['absent', undefined],
  ])('%s is not used', async (_, source) => expect(await icon(source)).toBeUndefined());
});
