// Attempt limits: pauses that grow with excess attempts and end by the clock, and bounded memory.
import { describe, expect, it } from 'vitest';
import { AttemptLimiter, networkOf } from './attempt-limiter.ts';

function limiter() {
  let now = 0;
  const limits = new AttemptLimiter({ free: 3, firstPause: 1000, longestPause: 8000 }, () => now);
  const pauseOf = (key: string): number => {
    try {
      limits.take(key);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/^Too many attempts\. Wait /) as unknown });
      return (error as { params: { seconds: number } }).params.seconds;
    }
  };
  return { limits, pauseOf, pass: (milliseconds: number) => (now += milliseconds) };
}

describe('a limiter', () => {
  it('allows the first attempts, then requires a pause that doubles up to a limit', () => {
    const { pauseOf, pass } = limiter();
    expect([1, 2, 3].map(() => pauseOf('a'))).toEqual([0, 0, 0]);
    for (const seconds of [1, 2, 4, 8, 8]) {
      expect(pauseOf('a')).toBe(seconds);
      pass(seconds * 1000 - 1);
      expect(pauseOf('a')).toBe(1);
      pass(1);
      expect(pauseOf('a')).toBe(0);
    }
  });

  it('counts keys separately, and forgets a key after success or an idle hour', () => {
    const { limits, pauseOf, pass } = limiter();
    for (let i = 0; i < 3; i++) limits.take('a');
    expect(pauseOf('a')).toBe(1);
    expect(pauseOf('b')).toBe(0);
    limits.forget('a');
    expect([1, 2, 3].map(() => pauseOf('a'))).toEqual([0, 0, 0]);
    pass(3_600_001);
    expect([1, 2, 3, 4].map(() => pauseOf('a'))).toEqual([0, 0, 0, 1]);
  });

  it('reverts an attempt', () => {
    const { limits, pauseOf } = limiter();
    for (let i = 0; i < 20; i++) {
      limits.take('a');
      limits.giveBack('a');
    }
    expect(pauseOf('a')).toBe(0);
  });

  it('does not block forever if the clock is set back', () => {
    const { limits, pauseOf, pass } = limiter();
    pass(10_000_000);
    for (let i = 0; i < 3; i++) limits.take('a');
    pass(-9_000_000);
    expect(pauseOf('a')).toBe(8);
  });

  it('drops the longest idle keys if there are too many', () => {
    const { limits, pauseOf } = limiter();
    for (let i = 0; i < 3; i++) limits.take('old');
    for (let i = 0; i < 5000; i++) limits.take(`k${i}`);
    expect(pauseOf('old')).toBe(0);
  });
});

describe('a network', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0:0:ffff::1', '2001:db8:0:0::/64'],
    ['fe80::1:2:3', 'fe80:0:0:0::/64'],
    ['fe80::1:2:3%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['::1', '127.0.0.0/8'],
    ['127.0.0.1', '127.0.0.0/8'],
    ['127.9.8.7', '127.0.0.0/8'],
    ['::ffff:127.0.0.2', '127.0.0.0/8'],
    ['nonsense', 'nonsense'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
