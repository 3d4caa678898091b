import { describe, expect, it } from 'vitest';
import { evaluate, itemsOf, ran, sampleScope } from '../testing/sample-run.ts';
import { dataNames } from './data/names.ts';
import { membersOf } from './members.ts';
import { suggestAt, suggestInCode } from './suggest.ts';

const scope = () =>
  sampleScope({
    nodes: ['Before', 'Here'],
    items: itemsOf({ total: 5, 'first name': 'Nora', list: [{ a: 1 }], when: '2024-01-01', nested: { deep: { x: 1 } } }),
    runData: { Before: [ran([itemsOf({ order: 7 })])] },
  });

/** `|` marks the caret. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const suggestions = suggestAt(text, caret, scope(), ['Before', "Nora's"]);
  return suggestions && { ...suggestions, text, labels: suggestions.options.map(({ label }) => label) };
}

/** Returns the text after the suggestion with a label has been accepted. */
function afterChoosing(marked: string, label: string): string {
  const match = at(marked);
  const option = match?.options.find((each) => each.label === label);
  if (match === undefined || option === undefined) throw new Error(`${label} is not offered in ${marked}`);
  const text = match.text.slice(0, match.from) + option.insert + match.text.slice(match.to);
  const caret = match.from + option.insert.length - option.caretBack;
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe('suggestions', () => {
  it.each([
    ['={{ $json.| }}', ['total', 'first name', 'list', 'when', 'nested']],
    ['={{ $json.nested.| }}', ['deep']],
    ['={{ $json["nested"].deep.| }}', ['x']],
    ['={{ $json.list[0].| }}', ['a']],
    ["={{ $('Before').item.json.| }}", ['order']],
    ['={{ $input.first().json.| }}', ['total']],
    ['={{ $json?.nested?.| }}', ['deep']],
    ['={{ 1 + $json.nested.| }}', ['deep']],
    ['={{ [$json.nested][0].| }}', ['deep']],
    ['={{ ($json.nested).| }}', ['deep']],
    ['a {{ 1 }} b {{ $json.| }}', ['total']],
    ['={{ $json.when.| }}', ['toDateTime()', 'length']],
    ['={{ "abc".| }}', ['toUpperCase()', 'length']],
    ['={{ $now.| }}', ['plus()', 'year', 'format()']],
    ['={{ $json.total.| }}', ['round()']],
    ['={{ $json.list.| }}', ['first()', 'length', 'map()']],
    ['={{ Math.| }}', ['floor()', 'PI']],
    ['={{ DateTime.| }}', ['now()', 'fromISO()']],
    ["={{ $('| }}", ['Before', "Nora's"]],
    ['={{ $node["| }}', ['Before']],
    ['={{ $json["| }}', ['first name', 'total']],
    ['={{ | }}', ['$json', '$input', "$('…')", '$now', '$if()', 'DateTime']],
    ['={{ $js| }}', ['$json']],
    ['={{ $json.total + | }}', ['$json']],
  ])('%s', (text, labels) => expect(at(text)?.labels).toEqual(expect.arrayContaining(labels)));

  it.each([
    ['text outside of brackets', '=abc|'],
    ['after the brackets', '={{ 1 }} |'],
    ['within a text', '={{ "abc| }}'],
    ['within a text with a quote in it', String.raw`={{ "a\"b| }}`],
    ['after a value', '={{ $json |}}'],
    ['after brackets', '={{ $json.list[0]| }}'],
  ])('nothing: %s', (_what, text) => expect(at(text)).toBeUndefined());

  it.each([
    ['={{ $json.gone.| }}'],
    ['={{ 12.| }}'],
    ['={{ x => x.| }}'],
    ['={{ $json["nested"]["| }}x'],
    ['={{ .| }}'],
    ['={{ )].| }}'],
    ['={{ ".| }}'],
    ['={{ $(").| }}'],
  ])('no member of what has no value: %s', (text) => expect(at(text)?.labels ?? []).not.toContain('total'));

  it('start with those that start with the typed text', () => {
    const labels = at('={{ $json.st| }}')?.labels ?? [];
    expect(labels).toContain('list');
    expect(at('={{ $json.T| }}')?.labels[0]).toBe('total');
  });

  it('contain only existing names', () => {
    const offered = (at('={{ | }}')?.labels ?? []).filter((label) => !label.startsWith("$('")).map((label) => label.replace('()', ''));
    expect(offered).toContain('$json');
    for (const name of offered) {
      const preview = name.startsWith('$') ? dataNames.has(name) : evaluate(`[${name}].length`, { items: itemsOf({}) }) === 1;
      expect(preview, name).toBe(true);
    }
  });
});

describe('accepting a suggestion', () => {
  it.each([
    ['={{ $json.to| }}', 'total', '={{ $json.total| }}'],
    ['={{ $json.| }}', 'first name', '={{ $json["first name"]| }}'],
    ['={{ $json["fi| }}', 'first name', '={{ $json["first name| }}'],
    ['={{ $json.when.toDate| }}', 'toDateTime()', '={{ $json.when.toDateTime()| }}'],
    ['={{ $json.when.toI| }}', 'toInt()', '={{ $json.when.toInt()| }}'],
    ['={{ $json.list.fi| }}', 'first()', '={{ $json.list.first()| }}'],
    ['={{ $json.when.spl| }}', 'split()', '={{ $json.when.split(|) }}'],
    ['={{ $json.total.ro| }}', 'round()', '={{ $json.total.round(|) }}'],
    ['={{ Math.flo| }}', 'floor()', '={{ Math.floor(|) }}'],
    ['={{ $now.toIS| }}', 'toISO()', '={{ $now.toISO()| }}'],
    ['={{ $input.fir| }}', 'first()', '={{ $input.first()| }}'],
    ['={{ $json?.to| }}', 'total', '={{ $json.total| }}'],
    ["={{ $('N| }}", "Nora's", String.raw`={{ $('Nora\'s| }}`],
    ['={{ | }}', "$('…')", "={{ $('|') }}"],
    ['={{ $i| }}', '$if()', '={{ $if(|) }}'],
  ])('%s', (text, label, expected) => expect(afterChoosing(text, label)).toBe(expected));

  it('works in code without brackets', () => {
    const code = 'const a = $json.tot';
    expect(suggestInCode(code, 0, scope(), [])?.options.map(({ label }) => label)).toContain('total');
  });
});

describe('members', () => {
  it('exclude names that lead out of the data', () => {
    const names = [{}, [], '', 5, true, new Date(), () => 1].flatMap((value) => membersOf(value).map(({ name }) => name));
    for (const name of ['constructor', '__proto__', 'prototype', '__defineGetter__', 'caller', 'callee']) expect(names).not.toContain(name);
  });

  it.each([[undefined], [null]])('are empty for %s', (value) => expect(membersOf(value)).toEqual([]));

  it('are limited for a large object', () => {
    const large = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]));
    expect(membersOf(large).filter(({ kind }) => kind === 'field')).toHaveLength(1000);
  });
});

it('offers members after an object of the code that ends with two braces', () => {
  expect(at('={{ f({a: {b: 1}}) + $json.total| }}')?.labels).toEqual(['total']);
  expect(at('={{ 1 }} $json.tot|')).toBeUndefined();
});
