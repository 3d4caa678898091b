// Search results and their order.
import { describe, expect, it } from 'vitest';
import { isOneSlip } from './match-text.ts';
import { rank, type Searchable } from './rank.ts';

const nodes: readonly Searchable[] = [
  { name: 'Merge', aliases: ['join', 'combine'], description: 'Combines the items of several inputs' },
  { name: 'Edit Fields (Set)', aliases: ['assign', 'map'], description: 'Changes, adds or drops fields of the items' },
  { name: 'If', aliases: ['condition', 'branch'], description: 'Sends items to one of two branches, by conditions' },
  { name: 'Filter', aliases: ['condition'], description: 'Keeps the items that meet conditions and drops the rest' },
  { name: 'HTTP Request', aliases: ['api', 'rest', 'curl', 'httpRequest'], description: 'Sends an HTTP request and gives the answer' },
  { name: 'HTML', aliases: ['css', 'template'], description: 'Works with HTML' },
  { name: 'Webhook', aliases: ['http', 'api', 'endpoint'], description: 'Starts the workflow when its URL is called' },
  { name: 'Respond to Webhook', aliases: ['answer', 'http'], description: 'Responds to the request that started the workflow' },
  { name: 'Schedule Trigger', aliases: ['time', 'cron', 'every'], description: 'Starts the workflow at set times' },
  { name: 'Loop Over Items (Split in Batches)', aliases: ['batch', 'for each'], description: 'Passes items through a loop in batches' },
  { name: 'DebugHelper', aliases: ['faker'], description: 'Fails on purpose, to try out a workflow' },
  { name: 'Café Orders', description: 'Reads orders' },
];

const ranked = (query: string, entries = nodes): string[] => rank(query, entries, (node) => node).map(({ entry }) => entry.name);

describe('rank', () => {
  it.each<[what: string, query: string, first: readonly string[]]>([
    ['the whole name before anything', 'if', ['If']],
    ['the start of a name before its keywords', 'htt', ['HTTP Request', 'Webhook', 'Respond to Webhook']],
    ['the beginning of a word within a name', 'set', ['Edit Fields (Set)', 'Schedule Trigger']],
    ['a whole name before a word of a name', 'webhook', ['Webhook', 'Respond to Webhook']],
    ['a capital within a name as the beginning of a word', 'helper', ['DebugHelper']],
    ['another word', 'cron', ['Schedule Trigger']],
    ['another word of several parts', 'for each', ['Loop Over Items (Split in Batches)']],
    ['letters in their order', 'sib', ['Loop Over Items (Split in Batches)']],
    ['first letters of words with others in between', 'loi', ['Loop Over Items (Split in Batches)']],
    ['letters of one word', 'hlpr', ['DebugHelper']],
    ['a part of a word', 'elper', ['DebugHelper']],
    ['a word of the description', 'answer', ['Respond to Webhook', 'HTTP Request']],
    ['two letters swapped', 'wehbook', ['Webhook', 'Respond to Webhook']],
    ['an extra letter', 'mergge', ['Merge']],
    ['a missing letter', 'shedule', ['Schedule Trigger']],
    ['a wrong letter', 'filtar', ['Filter']],
    ['a slip in another word', 'comdine', ['Merge']],
    ['words in any order', 'request http', ['HTTP Request']],
    ['words from different fields', 'trigger every', ['Schedule Trigger']],
    ['whatever the case and spaces', '  HTTP   request ', ['HTTP Request']],
    ['whatever the accents', 'cafe', ['Café Orders']],
    ['text typed with accents', 'mérge', ['Merge']],
  ])('finds %s: %s', (_what, query, first) => {
    expect(ranked(query).slice(0, first.length)).toEqual(first);
  });

  it.each([[''], ['   '], ['zzzz'], ['ifx'], ['lsb x'], ['wtw'], ['(.*)'], ['__proto__']])('finds nothing for %j', (query) => {
    expect(ranked(query)).toEqual([]);
  });

  it('uses the weight among equals only', () => {
    const entries = [
      { name: 'Sort', weight: 1 },
      { name: 'Sorter', weight: 9 },
      { name: 'Sorting', weight: 5 },
    ];
    expect(ranked('sort', entries)).toEqual(['Sort', 'Sorter', 'Sorting']);
    expect(ranked('so', entries)).toEqual(['Sorter', 'Sorting', 'Sort']);
  });

  it('marks the matching letters', () => {
    const [match] = rank('sib', nodes, (node) => node);
    const text = match?.entry.name ?? '';
    expect((match?.nameMarks ?? []).map(([start, end]) => text.slice(start, end)).join('')).toBe('SiB');
    expect(rank('request http', nodes, (node) => node)[0]?.nameMarks).toEqual([
      [0, 4],
      [5, 12],
    ]);
    expect(rank('cron', nodes, (node) => node)[0]).toMatchObject({ nameMarks: [], alias: 'cron' });
    expect(rank('purpose', nodes, (node) => node)[0]?.descriptionMarks).toEqual([[9, 16]]);
  });

  it('is fast with 1,000 long entries and a long query', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ name: `${'ab '.repeat(30)}${index}`, description: 'ba '.repeat(60) }));
    expect(ranked('abababababababababababababababababababababababx', many)).toEqual([]);
  });
});

describe('isOneSlip', () => {
  it.each([
    ['abcd', 'abcd', true],
    ['abcd', 'abdc', true],
    ['abcd', 'abc', true],
    ['abcd', 'abcde', true],
    ['abcd', 'axcd', true],
    ['abcd', 'badc', false],
    ['abcd', 'ab', false],
    ['abcd', 'xbcx', false],
  ])('%s and %s: %s', (typed, word, expected) => {
    expect(isOneSlip(typed, word)).toBe(expected);
  });
});
