// Password hashes: argon2id, salted, verified, with limited concurrency.
import { describe, expect, it } from 'vitest';
import { PasswordHasher } from './password-hasher.ts';

const cheap = () => new PasswordHasher({ memoryCost: 64, timeCost: 1 });

describe('a password', () => {
  it('is hashed by argon2id with its own salt, at the given cost', async () => {
    const hash = await new PasswordHasher().hash('Secret 123');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await new PasswordHasher().hash('Secret 123')).not.toBe(hash);
    expect(await new PasswordHasher().matches('Secret 123', hash)).toBe(true);
    expect(await new PasswordHasher().matches('Secret 124', hash)).toBe(false);
  });

  it('matches in any Unicode composition', async () => {
    const hasher = cheap();
    expect(await hasher.matches('Zu\u0308rich 1234', await hasher.hash('Z\u00FCrich 1234'))).toBe(true);
  });

  it('never matches without a user', async () => {
    const hasher = cheap();
    expect(await hasher.matches('nobody', undefined)).toBe(false);
    expect(await hasher.matches('nobody', null)).toBe(false);
  });
});

it('hashes a few at once, queues others, and rejects more than it can hash soon', async () => {
  const hasher = cheap();
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => hasher.hash('Secret 123')));
  const rejected = results.filter((result) => result.status === 'rejected');
  expect(rejected).toHaveLength(80 - 66);
  expect(rejected[0]?.reason).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await expect(hasher.hash('Secret 123')).resolves.toBeTypeOf('string');
});
