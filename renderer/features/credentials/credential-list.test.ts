// The list of credentials: query of the URL, filters, sorting; and initials of types.
import { describe, expect, it } from 'vitest';
import type { CredentialView } from '../../../engine/contract/rest/credentials.ts';
import { addressOf, criteriaOf, filterOf, listedCredentials, usualFilter, type CredentialFilter } from './credential-list.ts';
import { initialsOf } from '../../../engine/workflow/type-initials.ts';

const person = (id: string) => ({ id, email: `${id}@example.com`, firstName: null, lastName: null });
const credential = (name: string, type: string, day: number, more: Partial<CredentialView> = {}): CredentialView =>
  ({
    id: name,
    name,
    type,
    ownedBy: person('ann'),
    sharedWith: [],
    createdAt: `2024-01-0${9 - day}T00:00:00.000Z`,
    updatedAt: `2024-02-0${day}T00:00:00.000Z`,
    permissions: { isOwner: true },
    ...more,
  }) as unknown as CredentialView;
const credentials = [
  credential('key 10', 'headerAuth', 1),
  credential('Key 2', 'slackApi', 3, { sharedWith: [person('ben')] }),
  credential('Mail', 'smtp', 2, { ownedBy: person('ben'), permissions: { isOwner: false } as never, sharedWith: [person('ann')] }),
];
const names: Readonly<Record<string, string>> = { headerAuth: 'Header Auth', slackApi: 'Slack', smtp: 'SMTP' };
const listed = (filter: Partial<CredentialFilter>): readonly string[] =>
  listedCredentials(credentials, { ...usualFilter, showsAll: true, ...filter }, (type) => names[type] ?? type).map(({ name }) => name);

describe('the list', () => {
  it.each<[Partial<CredentialFilter>, readonly string[]]>([
    [{}, ['Key 2', 'Mail', 'key 10']],
    [{ sort: 'lastCreated' }, ['key 10', 'Mail', 'Key 2']],
    [{ sort: 'nameAsc' }, ['Key 2', 'key 10', 'Mail']],
    [{ sort: 'nameDesc' }, ['Mail', 'key 10', 'Key 2']],
    [{ showsAll: false }, ['Key 2', 'key 10']],
    [{ search: ' KEY ' }, ['Key 2', 'key 10']],
    [{ search: 'header' }, ['key 10']],
    [{ search: 'nothing' }, []],
    [{ types: ['smtp', 'slackApi'] }, ['Key 2', 'Mail']],
    [{ ownedBy: 'ben' }, ['Mail']],
    [{ sharedWith: 'ben' }, ['Key 2']],
    [{ ownedBy: 'ann', sharedWith: 'ben', types: ['smtp'] }, []],
  ])('with %j has %j', (filter, expected) => expect(listed(filter)).toEqual(expected));
});

describe('its address', () => {
  it.each<Partial<CredentialFilter>>([
    {},
    { search: 'a b&c', sort: 'nameDesc' },
    { types: ['smtp', 'slackApi'], ownedBy: 'ann', sharedWith: 'ben', showsAll: true },
  ])('restores %j', (part) => {
    const filter = { ...usualFilter, ...part };
    for (const owns of [true, false]) expect(filterOf(new URLSearchParams(addressOf(filter, owns)), owns)).toEqual(filter);
  });

  it('shows the credentials of other users by default to users without their own', () => {
    expect(filterOf(new URLSearchParams(), false)).toEqual({ ...usualFilter, showsAll: true });
    expect(filterOf(new URLSearchParams('show=mine'), false)).toEqual(usualFilter);
    expect(addressOf({ ...usualFilter, showsAll: true }, false)).toEqual({});
  });

  it('has only what differs from the usual', () => {
    expect(addressOf({ ...usualFilter, sort: 'nameAsc' }, true)).toEqual({ sort: 'nameAsc' });
  });

  it.each([
    ['sort=__proto__&types=,,', usualFilter],
    ['ownedBy=ann&sharedWith=ann', { ...usualFilter, ownedBy: 'ann' }],
  ])('%s is read as %j', (address, expected) => expect(filterOf(new URLSearchParams(address), true)).toEqual(expected));

  it('counts the criteria of the popup', () => {
    expect(criteriaOf({ ...usualFilter, search: 'a', types: ['a', 'b'], sharedWith: 'ben' })).toBe(3);
  });
});

it.each([
  ['Slack API', 'SL'],
  ['Header Auth', 'HE'],
  ['Google Sheets OAuth2 API', 'GS'],
  ['n8n API', 'N8'],
  ['OAuth2 API', 'OA'],
  ['ÄÖ', 'ÄÖ'],
  ['', ''],
])('the initials of %j are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
