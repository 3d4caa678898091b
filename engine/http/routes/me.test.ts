// Profile, password, survey and API key, route by route: success, bad input, not allowed.
import { expect } from 'vitest';
import { get, patch, post, remove, shownCarl, shownOwner, testCases } from '../../testing/account-cases.ts';
import { anna, bea } from '../../testing/account-people.ts';

testCases([
  ['GET /me', 'owner', () => get('/me'), 200, shownOwner],
  ['GET /me as a member', 'member', () => get('/me'), 200, { email: bea.email, globalRole: { name: 'member' }, isOwner: false }],
  [
    'PATCH /me',
    'member',
    () => patch('/me', { ...shownCarl, email: 'New@Example.com', currentPassword: bea.password }),
    200,
    { fullName: 'Carl Dahl', email: 'new@example.com' },
  ],
  ['PATCH /me, one field', 'member', () => patch('/me', { lastName: ' Alm ' }), 200, { fullName: 'Bea Alm', email: bea.email }],
  ["PATCH /me, another's address", 'member', () => patch('/me', { email: anna.email, currentPassword: bea.password }), 409, 'EMAIL_TAKEN'],
  ['PATCH /me, a new address without a password', 'member', () => patch('/me', { email: 'new@example.com' }), 400, 'BAD_REQUEST'],
  [
    'PATCH /me, a new address with a wrong password',
    'member',
    () => patch('/me', { email: 'new@example.com', currentPassword: 'guess' }),
    400,
    'BAD_REQUEST',
  ],
  ['PATCH /me, no address', 'member', () => patch('/me', { email: 'a@b\r\nBcc: x@y.example' }), 400, 'BAD_REQUEST'],
  ['PATCH /me, a long name', 'member', () => patch('/me', { firstName: 'x'.repeat(33) }), 400, 'BAD_REQUEST'],
  ['PATCH /me, a name of control characters', 'member', () => patch('/me', { firstName: 'a\u0007' }), 400, 'BAD_REQUEST'],
  ['PATCH /me as nobody', 'nobody', () => patch('/me', shownCarl), 401, 'UNAUTHENTICATED'],
  ['PATCH /me/password', 'member', () => patch('/me/password', { currentPassword: bea.password, newPassword: 'Fresh-Start-9' }), 200, true],
  [
    'PATCH /me/password, wrong one',
    'member',
    () => patch('/me/password', { currentPassword: 'x', newPassword: 'Fresh-Start-9' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'PATCH /me/password, weak one',
    'member',
    () => patch('/me/password', { currentPassword: bea.password, newPassword: 'weak' }),
    400,
    'PASSWORD_INVALID',
  ],
  [
    'PATCH /me/password as nobody',
    'nobody',
    () => patch('/me/password', { currentPassword: 'x', newPassword: 'Fresh-Start-9' }),
    401,
    'UNAUTHENTICATED',
  ],
  ['POST /me/survey', 'member', () => post('/me/survey', { version: 'v3', companySize: '<20', goals: ['a', 'b'] }), 200, true],
  ['POST /me/survey, a prototype', 'member', () => post('/me/survey', JSON.parse('{"__proto__":{"isAdmin":true}}')), 400, 'NOT_JSON'],
  ['POST /me/survey without answers', 'member', () => post('/me/survey', {}), 400, 'BAD_REQUEST'],
  ['POST /me/survey, a deep answer', 'member', () => post('/me/survey', { a: { b: 1 } }), 400, 'BAD_REQUEST'],
  ['POST /me/survey as nobody', 'nobody', () => post('/me/survey', { a: 'b' }), 401, 'UNAUTHENTICATED'],
  ['GET /me/api-key without one', 'member', () => get('/me/api-key'), 200, { apiKey: null }],
  ['POST /me/api-key', 'member', () => post('/me/api-key'), 200, { apiKey: expect.stringMatching(/^millrace_[\w-]{43}$/) as unknown }],
  ['DELETE /me/api-key', 'member', () => remove('/me/api-key'), 200, { apiKey: null }],
  ['GET /me/api-key as nobody', 'nobody', () => get('/me/api-key'), 401, 'UNAUTHENTICATED'],
  ['POST /me/api-key as nobody', 'nobody', () => post('/me/api-key'), 401, 'UNAUTHENTICATED'],
  ['DELETE /me/api-key as nobody', 'nobody', () => remove('/me/api-key'), 401, 'UNAUTHENTICATED'],
]);
