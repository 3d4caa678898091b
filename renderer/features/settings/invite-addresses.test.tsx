// Parsing of typed e-mail addresses.
import { expect, it } from 'vitest';
import { inviteAddresses } from './invite-addresses.ts';

it.each([
  ['', [], undefined],
  ['a@example.com', ['a@example.com'], undefined],
  ['a@example.com, b@example.com,', ['a@example.com', 'b@example.com'], undefined],
  ['Anna Berg <Anna@example.com>, a@example.com', ['anna@example.com', 'a@example.com'], undefined],
  ['a@example.com, A@Example.com', ['a@example.com'], undefined],
  ['a@example.com, nobody', ['a@example.com'], 'nobody'],
  ['Anna <nobody>', [], 'nobody'],
])('%j', (text, good, bad) => expect(inviteAddresses(text)).toEqual({ good, ...(bad === undefined ? {} : { bad }) }));
