// Which addresses are pages of ours, and which may be opened outside.
import { expect, it } from 'vitest';
import { isOwnPage, mayOpenOutside } from './trust.ts';

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
