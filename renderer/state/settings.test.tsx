// The page for node requests: only if its URL is valid, and with the name filled in.
import { expect, it } from 'vitest';
import { nodeRequestOf } from './settings.ts';

const of = (requestNode: string): ReturnType<typeof nodeRequestOf> =>
  nodeRequestOf({ help: { quickstart: '', documentation: '', forum: '', courses: '', requestNode } });

it.each(['', 'javascript:alert(1)', 'ask.example'])('offers nothing for "%s"', (address) => expect(of(address)).toBeUndefined());

it('returns nothing if an older server names no help', () => expect(nodeRequestOf({})).toBeUndefined());

it.each([
  ['https://ask.example/new?q={node}&again={node}', 'A & B$&', 'https://ask.example/new?q=A%20%26%20B%24%26&again=A%20%26%20B%24%26'],
  ['https://ask.example/', 'Set', 'https://ask.example/'],
])('puts into %s what is asked for', (address, node, expected) => expect(of(address)?.(node)).toBe(expected));
