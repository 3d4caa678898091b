// Which addresses are pages of ours, which may be opened outside, and which paths are REST calls.
import { expect, it } from 'vitest';
import { isOwnPage, mayOpenOutside, restPath } from './trust.ts';

it.each([
  ['app://millrace/', true],
  ['app://millrace/workflow/1?x#y', true],
  ['app://millrace.example.org/', false],
  ['app://user@other/', false],
  ['https://millrace/', false],
  ['about:blank', false],
  ['no address', false],
])('%s is a page of ours: %s', (address, isOwn) => expect(isOwnPage(address)).toBe(isOwn));

it.each([
  ['https://example.org/a?b=c', true],
  ['mailto:me@example.org', true],
  ['http://127.0.0.1:5678/form/x', true],
  ['http://[::1]/', true],
  ['http://localhost/', true],
  ['http://localhost.example.org/', false],
  ['http://192.168.0.1/', false],
  ['https://name:password@example.org/', false],
  ['file:///etc/passwd', false],
  ['smb://host/share', false],
  ['javascript:alert(1)', false],
  ['vscode://file/x', false],
  ['', false],
])('%s may be opened outside: %s', (address, isAllowed) => expect(mayOpenOutside(address)).toBe(isAllowed));

it.each([
  ['workflows?limit=1#x', '/rest/workflows?limit=1'],
  ['//example.org/x', '/rest/example.org/x'],
  ['a/../b', '/rest/b'],
  ['http://example.org/', '/rest/http://example.org/'],
  ['..%2fhealthz', '/rest/..%2fhealthz'],
  ['../healthz', undefined],
  ['%2e%2e/healthz', undefined],
  ['..\\healthz', undefined],
  ['a/..\\..\\webhook/x', undefined],
])('%s is the REST call %s', (path, resolved) => expect(restPath(path)).toBe(resolved));
