// Small rules of the frame: theme, updates, initials, details of a crash.
import { expect, it, vi } from 'vitest';
import { updatesBadge } from '../api/versions.ts';
import { helpPages } from '../lib/help-pages.ts';
import { detailsOf } from './crash.tsx';
import { helpAddresses, helpEntries } from './frames/help-entries.tsx';
import { initialsOf } from './frames/user-area.tsx';
import { themeOf } from './theme.ts';

it('follows the system only if that is the choice', () => {
  expect([themeOf('system', true), themeOf('system', false), themeOf('light', true), themeOf('dark', false)]).toEqual([
    'dark',
    'light',
    'light',
    'dark',
  ]);
});

it('caps the number of updates', () => expect([1, 99, 100].map(updatesBadge)).toEqual(['1', '99', '99+']));

it.each([
  [{ firstName: 'anna', lastName: 'Berg', email: null }, 'AB'],
  [{ firstName: '😀x', lastName: null, email: null }, '😀'],
  [{ firstName: null, lastName: null, email: 'ben@example.com' }, 'B'],
  [{ firstName: null, lastName: null, email: null }, '?'],
])('knows the initials of %j', (user, initials) => expect(initialsOf(user)).toBe(initials));

it('formats the details of any thrown value', () => {
  expect(detailsOf(new Error('broken'))).toContain('broken');
  expect(detailsOf('text', 'in a component')).toBe('text\nin a component');
});

it('offers the pages of the help, and only those topics elsewhere that have an address', () => {
  const none = { show: () => undefined, about: () => undefined };
  const offered = (help: unknown): string[] =>
    helpEntries((key) => key, { addresses: helpAddresses({ help }), ...none }).map(({ id }) => id);
  expect(offered(undefined)).toEqual([...helpPages, 'about']);
  const help = {
    documentation: 'https://docs.example/',
    forum: 'javascript:alert(1)',
    courses: '',
    quickstart: 7,
    own: 'https://x.example',
  };
  expect(offered(help)).toEqual([...helpPages, 'documentation', 'about']);
  expect(offered({ forum: 'https://forum.example/' })).toEqual([...helpPages, 'forum', 'about']);
});

it('shows a page of the help in the editor', () => {
  const show = vi.fn();
  helpEntries((key) => key, { addresses: {}, show, about: () => undefined })[0]?.onSelect();
  expect(show).toHaveBeenCalledWith('/help/first-steps');
});
