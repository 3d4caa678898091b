// A table of account calls: the caller, the request, and the expected response. Used with inject and over a socket.
import { afterEach, describe, expect, it } from 'vitest';
import { carl, withPeople, type People, type Who } from './account-people.ts';
import type { TestRequest } from './account-server.ts';

/** Name, caller, request, status, and either data that the response matches or the error's code. */
export type AccountCase = readonly [name: string, as: Who, request: (people: People) => TestRequest, status: number, gives: unknown];

export const get = (path: string): TestRequest => ({ url: `/rest${path}` });
export const query = (path: string, values: Readonly<Record<string, string>>): TestRequest =>
  get(`${path}?${new URLSearchParams(values).toString()}`);
export const post = (path: string, body?: unknown): TestRequest => ({ method: 'POST', url: `/rest${path}`, body });
export const patch = (path: string, body?: unknown): TestRequest => ({ method: 'PATCH', url: `/rest${path}`, body });
export const remove = (path: string): TestRequest => ({ method: 'DELETE', url: `/rest${path}` });

/** The owner as responses show them. */
export const ownerView = {
  firstName: 'Anna',
  lastName: 'Öst',
  email: 'anna@example.com',
  fullName: 'Anna Öst',
  globalRole: { name: 'owner' },
  isPending: false,
  isDefaultUser: false,
  isOwner: true,
  personalizationAnswers: null,
  createdAt: '2026-01-15T12:00:00.000Z',
};

/** Carl without the password. */
export const carlView = { email: carl.email, firstName: carl.firstName, lastName: carl.lastName };

/** Declares a test for each case, with inject and over a socket. */
export function testCases(cases: readonly AccountCase[]): void {
  let people: People;
  afterEach(() => people.server.close());

  describe.each(['inject', 'socket'] as const)('over %s', (over) => {
    it.each(cases.map((row) => ({ row, name: `${row[0]} gets ${row[3]}` })))('$name', async ({ row: [, as, request, status, gives] }) => {
      people = await withPeople({ over });
      const response = await people.as(as)(request(people));
      expect(response).toMatchObject({ status, body: status === 200 ? { data: gives } : { code: gives, status } });
      if (response.status !== 200) expect(response.body.message).toMatch(/^[A-Z].*\.$/);
      expect(JSON.stringify(response.body)).not.toMatch(/argon2|password_?hash/i);
    });
  });
}
