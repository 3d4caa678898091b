// Signed URLs, and what remains valid if users modify them.
import { expect, it } from 'vitest';
import { isResumeSigned, resumeUrl, signResume, splitResume } from './resume-url.ts';

it('signs URLs for one execution and one secret', () => {
  const signature = signResume('secret', '12');
  expect(resumeUrl('https://x.test/base', 'webhook-waiting', 'secret', '12', 'sub')).toBe(
    `https://x.test/base/webhook-waiting/12/sub?signature=${signature}`,
  );
  expect([
    isResumeSigned('secret', '12', signature),
    isResumeSigned('secret', '1', signature),
    isResumeSigned('other', '12', signature),
    isResumeSigned('secret', '12', ''),
    isResumeSigned('secret', '12', undefined),
    isResumeSigned('secret', '12', `${signature}ä`),
  ]).toEqual([true, false, false, false, false, false]);
});

it.each<[path: string, query: string, suffix: string, signature: string | undefined, rest: string]>([
  ['7', 'signature=ab-_', '', 'ab-_', ''],
  ['7/x/y', 'signature=ab', 'x/y', 'ab', ''],
  ['7', 'a=1&signature=ab&b=2', '', 'ab', 'a=1&b=2'],
  ['7', 'signature=ab/x', 'x', 'ab', ''],
  ['7/w', 'signature=ab/x', 'w/x', 'ab', ''],
  ['7', 'signature=ab?ok=1&b=2', '', 'ab', 'ok=1&b=2'],
  ['7', 'signature=ab/x?ok=1', 'x', 'ab', 'ok=1'],
  ['7', 'notsignature=ab', '', undefined, 'notsignature=ab'],
  ['7', '', '', undefined, ''],
])('parses %s?%s', (path, query, suffix, signature, rest) => {
  expect(splitResume(path, query)).toEqual({ executionId: '7', suffix, signature, query: rest });
});
