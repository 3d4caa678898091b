// Sign-in, set-up and forgotten passwords, route by route: success, bad input, not found, not allowed.
import { get, post, query, ownerView, testCases } from '../../testing/account-cases.ts';
import { anna, carl } from '../../testing/account-people.ts';

testCases([
  ['GET /login as the owner', 'owner', () => get('/login'), 200, ownerView],
  ['GET /login as nobody', 'nobody', () => get('/login'), 401, 'UNAUTHENTICATED'],
  ['POST /login', 'nobody', () => post('/login', { email: ' ANNA@example.com', password: anna.password }), 200, ownerView],
  ['POST /login, wrong password', 'nobody', () => post('/login', { email: anna.email, password: 'x' }), 401, 'SIGN_IN_FAILED'],
  ['POST /login, unknown address', 'nobody', () => post('/login', { email: 'x@example.com', password: 'x' }), 401, 'SIGN_IN_FAILED'],
  ['POST /login, no address at all', 'nobody', () => post('/login', { email: '__proto__', password: 'x' }), 401, 'SIGN_IN_FAILED'],
  ['POST /login of an invited user', 'nobody', () => post('/login', { email: carl.email, password: '' }), 401, 'SIGN_IN_FAILED'],
  ['POST /login without password', 'nobody', () => post('/login', { email: anna.email }), 400, 'BAD_REQUEST'],
  ['POST /login, an object as password', 'nobody', () => post('/login', { email: anna.email, password: {} }), 400, 'BAD_REQUEST'],
  ['POST /logout', 'owner', () => post('/logout'), 200, true],
  ['POST /logout as nobody', 'nobody', () => post('/logout'), 200, true],
  ['POST /owner once more', 'owner', () => post('/owner', carl), 403, 'FORBIDDEN'],
  ['POST /owner as nobody', 'nobody', () => post('/owner', carl), 401, 'UNAUTHENTICATED'],
  ['POST /owner/skip-setup after it', 'owner', () => post('/owner/skip-setup'), 403, 'FORBIDDEN'],
  ['POST /forgot-password', 'nobody', () => post('/forgot-password', { email: anna.email }), 200, true],
  ['POST /forgot-password, unknown', 'nobody', () => post('/forgot-password', { email: 'x@example.com' }), 200, true],
  ['POST /forgot-password, no address', 'nobody', () => post('/forgot-password', { email: 'x' }), 400, 'BAD_REQUEST'],
  ['GET /resolve-password-token', 'nobody', ({ reset }) => query('/resolve-password-token', reset), 200, true],
  [
    "GET /resolve-password-token, another's",
    'nobody',
    ({ reset, memberId }) => query('/resolve-password-token', { ...reset, userId: memberId }),
    400,
    'TOKEN_INVALID',
  ],
  ['GET /resolve-password-token without one', 'nobody', () => get('/resolve-password-token?userId=x'), 400, 'BAD_REQUEST'],
  ['POST /change-password', 'nobody', ({ reset }) => post('/change-password', { ...reset, password: 'Fresh-Start-9' }), 200, true],
  [
    "POST /change-password, another's",
    'nobody',
    ({ reset, memberId }) => post('/change-password', { ...reset, userId: memberId, password: 'Fresh-Start-9' }),
    400,
    'TOKEN_INVALID',
  ],
  [
    'POST /change-password, weak',
    'nobody',
    ({ reset }) => post('/change-password', { ...reset, password: 'weak' }),
    400,
    'PASSWORD_INVALID',
  ],
  [
    'POST /change-password with an invitation',
    'nobody',
    ({ invitation, pendingId }) => post('/change-password', { token: invitation.inviteeId, userId: pendingId, password: 'Fresh-Start-9' }),
    400,
    'TOKEN_INVALID',
  ],
]);
