// Which links open what.
import { expect, it } from 'vitest';
import { commandOfLink } from './deep-link.ts';

it.each([
  ['millrace://new', { type: 'show', path: '/workflow' }],
  ['millrace://workflow/abc-1_2', { type: 'show', path: '/workflow/abc-1_2' }],
  ['millrace://execution/12/', { type: 'show', path: '/execution/12' }],
  ['millrace://import?url=https%3A%2F%2Fexample.org%2Fflow.json', { type: 'importUrl', url: 'https://example.org/flow.json' }],
])('%s opens %j', (link, command) => expect(commandOfLink(link)).toEqual(command));

it.each([
  'millrace://workflow/',
  'millrace://workflow/../settings/users',
  'millrace://workflow/..%2Fsettings',
  'millrace://workflow/a/b',
  'millrace://workflow/__proto__%00',
  'millrace://settings/users',
  'millrace://user@workflow/1',
  'millrace://workflow:80/1',
  'millrace://import',
  'millrace://import?url=file%3A%2F%2F%2Fetc%2Fpasswd',
  'millrace://import?url=javascript%3Aalert(1)',
  'millrace://import?url=https%3A%2F%2Fuser%3Apassword%40example.org%2F',
  `millrace://import?url=https://example.org/${'a'.repeat(3000)}`,
  'https://workflow/1',
  '//workflow/1',
  '',
])('%s is refused', (link) => expect(commandOfLink(link)).toBeUndefined());
