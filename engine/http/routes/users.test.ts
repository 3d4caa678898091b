// The list of users, invitations and removal, route by route: success, bad input, not found, not allowed.
import { afterEach, describe, expect, it } from 'vitest';
import { answerTo, get, post, query, remove, shownCarl, shownOwner, wantedOf, type AccountCase } from '../../testing/account-cases.ts';
import { bea, carl, withPeople, type People } from '../../testing/account-people.ts';

const cases: readonly AccountCase[] = [
  [
    'GET /users',
    'member',
    () => get('/users'),
    200,
    [shownOwner, { email: bea.email, isPending: false }, { email: carl.email, isPending: true, firstName: null, fullName: '' }],
  ],
  ['GET /users as nobody', 'nobody', () => get('/users'), 401, 'UNAUTHENTICATED'],
  [
    'POST /users',
    'owner',
    () => post('/users', [{ email: 'Dora@example.com' }]),
    200,
    [{ user: { email: 'dora@example.com', emailSent: true } }],
  ],
  [
    'POST /users, some that fail',
    'owner',
    () => post('/users', [{ email: 'nobody' }, { email: bea.email }, { email: 'dora@example.com' }]),
    200,
    [
      { user: { email: 'nobody', emailSent: false }, error: expect.any(String) as unknown },
      { user: { email: bea.email }, error: expect.any(String) as unknown },
      { user: { emailSent: true } },
    ],
  ],
  ['POST /users for nobody', 'owner', () => post('/users', []), 400, 'BAD_REQUEST'],
  ['POST /users, no list', 'owner', () => post('/users', { email: 'dora@example.com' }), 400, 'BAD_REQUEST'],
  ['POST /users as a member', 'member', () => post('/users', [{ email: 'dora@example.com' }]), 403, 'FORBIDDEN'],
  ['POST /users/:id/reinvite', 'owner', ({ pendingId }) => post(`/users/${pendingId}/reinvite`), 200, true],
  ['POST /users/:id/reinvite, signed up', 'owner', ({ memberId }) => post(`/users/${memberId}/reinvite`), 400, 'BAD_REQUEST'],
  ['POST /users/:id/reinvite, unknown', 'owner', () => post('/users/__proto__/reinvite'), 404, 'USER_NOT_FOUND'],
  ['POST /users/:id/reinvite as a member', 'member', ({ pendingId }) => post(`/users/${pendingId}/reinvite`), 403, 'FORBIDDEN'],
  ['DELETE /users/:id', 'owner', ({ memberId }) => remove(`/users/${memberId}`), 200, true],
  ['DELETE /users/:id with transfer', 'owner', ({ memberId, ownerId }) => remove(`/users/${memberId}?transferId=${ownerId}`), 200, true],
  ['DELETE /users/:id, unknown', 'owner', () => remove('/users/nobody'), 404, 'USER_NOT_FOUND'],
  [
    'DELETE /users/:id, transfer to an unknown',
    'owner',
    ({ memberId }) => remove(`/users/${memberId}?transferId=nobody`),
    404,
    'USER_NOT_FOUND',
  ],
  [
    'DELETE /users/:id, transfer to the same',
    'owner',
    ({ memberId }) => remove(`/users/${memberId}?transferId=${memberId}`),
    400,
    'BAD_REQUEST',
  ],
  ['DELETE /users/:id, oneself', 'owner', ({ ownerId }) => remove(`/users/${ownerId}`), 403, 'FORBIDDEN'],
  ['DELETE /users/:id as a member', 'member', ({ pendingId }) => remove(`/users/${pendingId}`), 403, 'FORBIDDEN'],
  [
    'GET /resolve-signup-token',
    'nobody',
    ({ invitation }) => query('/resolve-signup-token', invitation),
    200,
    { inviter: { firstName: 'Anna', lastName: 'Öst' } },
  ],
  [
    'GET /resolve-signup-token, unknown',
    'nobody',
    ({ ownerId }) => query('/resolve-signup-token', { inviterId: ownerId, inviteeId: 'x' }),
    400,
    'TOKEN_INVALID',
  ],
  [
    "GET /resolve-signup-token, a user's id",
    'nobody',
    ({ ownerId, pendingId }) => query('/resolve-signup-token', { inviterId: ownerId, inviteeId: pendingId }),
    400,
    'TOKEN_INVALID',
  ],
  [
    'GET /resolve-signup-token, another inviter',
    'nobody',
    ({ invitation, memberId }) => query('/resolve-signup-token', { ...invitation, inviterId: memberId }),
    400,
    'TOKEN_INVALID',
  ],
  ['GET /resolve-signup-token without one', 'nobody', () => get('/resolve-signup-token'), 400, 'BAD_REQUEST'],
  [
    'POST /users/:inviteeId',
    'nobody',
    ({ invitation }) => post(`/users/${invitation.inviteeId}`, { ...carl, ...invitation, agree: true }),
    200,
    { ...shownCarl, isPending: false, globalRole: { name: 'member' } },
  ],
  [
    'POST /users/:inviteeId, weak password',
    'nobody',
    ({ invitation }) => post(`/users/${invitation.inviteeId}`, { ...carl, ...invitation, password: 'weak' }),
    400,
    'PASSWORD_INVALID',
  ],
  [
    'POST /users/:inviteeId without name',
    'nobody',
    ({ invitation }) => post(`/users/${invitation.inviteeId}`, { ...carl, ...invitation, firstName: ' ' }),
    400,
    'BAD_REQUEST',
  ],
  ['POST /users/:inviteeId, unknown', 'nobody', ({ ownerId }) => post('/users/x', { ...carl, inviterId: ownerId }), 400, 'TOKEN_INVALID'],
  [
    'POST /users/:inviteeId with a link for a password',
    'nobody',
    ({ ownerId, reset }) => post(`/users/${reset.token}`, { ...carl, inviterId: ownerId }),
    400,
    'TOKEN_INVALID',
  ],
];

let people: People;
afterEach(() => people.server.close());

describe.each(['inject', 'socket'] as const)('over %s', (over) => {
  it.each(cases.map((row) => ({ row, name: `${row[0]} gets ${row[3]}` })))('$name', async ({ row }) => {
    people = await withPeople({ over });
    const answer = await answerTo(row, people);
    expect(answer).toMatchObject(wantedOf(row));
    if (answer.status !== 200) expect(answer.body.message).toMatch(/^[A-Z].*\.$/);
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|password_?hash/i);
  });
});
