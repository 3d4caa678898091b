import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../engine/contract/run-data.ts';
import { chosenFor, contentOf, displaysOf, effectiveDisplay, type Chosen, type Content } from './display.ts';

const file = { file: { data: 'aGk=', mimeType: 'text/plain' } };
const json: Content = contentOf([{ json: { a: 1 } }]);
const binary: Content = contentOf([{ json: {}, binary: file }]);
const both: Content = contentOf([{ json: { a: 1 } }, { json: {}, binary: file }]);
const empty: Content = contentOf([]);

describe('ways to show items', () => {
  it.each([
    ['plain items', json, ['table', 'json', 'schema']],
    ['files', both, ['table', 'json', 'schema', 'binary']],
    ['an HTML page', contentOf([{ json: { a: 1, page: ' <!DOCTYPE html><p>x' } }]), ['table', 'json', 'schema', 'html']],
    ['text with a less-than sign', contentOf([{ json: { a: 'x < y', b: '<3' } }]), ['table', 'json', 'schema']],
    ['empty lists of files', contentOf([{ json: {}, binary: {} }]), ['table', 'json', 'schema']],
    ['json that is not an object', contentOf([{ json: 'text' } as unknown as Item]), ['table', 'json', 'schema']],
  ])('%s', (_what, content, displays) => expect(displaysOf(content)).toEqual(displays));

  it.each<[string, Chosen, Content, Chosen['display']]>([
    ['switches to the files if there is nothing else', { display: 'json', wasBinaryOnly: false }, binary, 'binary'],
    ["keeps the user's choice then", { display: 'json', wasBinaryOnly: true }, binary, 'json'],
    ['switches back to the table when there are no more files', { display: 'binary', wasBinaryOnly: true }, json, 'table'],
    ['stays for files with json', { display: 'binary', wasBinaryOnly: false }, both, 'binary'],
    ['leaves the files display when there are no more files', { display: 'binary', wasBinaryOnly: false }, json, 'table'],
    ['keeps a choice', { display: 'schema', wasBinaryOnly: false }, json, 'schema'],
    ['keeps a choice without items', { display: 'json', wasBinaryOnly: false }, empty, 'json'],
  ])('%s', (_what, before, content, display) => expect(effectiveDisplay(chosenFor(before, content), content)).toBe(display));

  it('returns the same object if nothing changes', () => {
    const before: Chosen = { display: 'json', wasBinaryOnly: false };
    expect(chosenFor(before, json)).toBe(before);
  });
});
