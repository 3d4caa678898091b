// The words of an execution's data for the index: every value with the path of its field, and the same marks in the searches of users.
import { createHash } from 'node:crypto';
import type { Phrase, WordQuery } from '../../store/index.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';

/** Stand between the path of a field and its value, and after the value. Characters for private use, which the index takes for letters. */
const IS = '\u{e000}';
const END = '\u{e001}';
/** First character of a word for a property of the execution, such as its status. Filters add such words to a search. */
const PROPERTY = '\u{e002}';
/** A word that is never in the index. */
const NOWHERE = '\u{e003}';
const marks = /[\u{e000}-\u{e003}]/gu;

/** A character of a script without spaces between words. Each character is indexed as a word, so that a search finds parts of sentences. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const hasUnspaced = new RegExp(unspaced, 'u');
const besideUnspaced = new RegExp(String.raw`(?<=\S)(?=${unspaced})|(?<=${unspaced})(?=\S)`, 'gu');
const spaced = (text: string): string => (hasUnspaced.test(text) ? text.replaceAll(besideUnspaced, ' ') : text);

/** Maximum characters of the words of an execution. Equal values of a field count once. */
const MOST_CHARACTERS = 64 * 1024;
/** Maximum characters of a value; of a longer one, the first are indexed. */
const LONGEST_VALUE = 2000;

export interface ExecutionWords {
  readonly data: string;
  readonly custom: string;
}

class Words {
  readonly #entries = new Set<string>();
  #size = 0;

  get isFull(): boolean {
    return this.#size >= MOST_CHARACTERS;
  }

  /** Adds a value; `path`: names of the fields that contain it, separated by spaces. */
  add(path: string, value: string | number | boolean | bigint | null): void {
    const text = String(value);
    const end = text.length > LONGEST_VALUE ? '' : ` ${END}`;
    const entry = spaced(`${path} ${IS} ${text.slice(0, LONGEST_VALUE).replaceAll(marks, ' ')}${end}`);
    if (this.#entries.has(entry)) return;
    this.#entries.add(entry);
    this.#size += entry.length;
  }

  toString(): string {
    return [...this.#entries].join(' ').slice(0, MOST_CHARACTERS);
  }
}

/** Returns the words of an execution's results, as they are stored. What is not of their shape is left out. */
export function wordsOf(resultData: unknown): ExecutionWords {
  const words = new Words();
  const { runData, error, metadata } = isRecord(resultData) ? resultData : {};
  addError(words, error);
  for (const tasks of Object.values(isRecord(runData) ? runData : {})) {
    for (const task of Array.isArray(tasks) ? (tasks as readonly unknown[]) : []) {
      if (!isRecord(task)) continue;
      addError(words, task['error']);
      for (const outputs of Object.values(isRecord(task['data']) ? task['data'] : {})) addItems(words, outputs);
    }
  }
  const custom = new Words();
  for (const [key, value] of Object.entries(isRecord(metadata) ? metadata : {})) custom.add(key, String(value));
  return { data: words.toString(), custom: custom.toString() };
}

function addError(words: Words, error: unknown): void {
  if (isRecord(error) && typeof error['message'] === 'string') words.add('error', error['message']);
}

/** Adds the data of items, in the lists of outputs, and the names of their files. */
function addItems(words: Words, outputs: unknown): void {
  for (const items of Array.isArray(outputs) ? (outputs as readonly unknown[]) : []) {
    for (const item of Array.isArray(items) ? (items as readonly unknown[]) : []) {
      if (!isRecord(item)) continue;
      addValues(words, item['json']);
      for (const file of Object.values(isRecord(item['binary']) ? item['binary'] : {})) {
        if (isRecord(file) && typeof file['fileName'] === 'string') words.add('fileName', file['fileName']);
      }
      if (words.isFull) return;
    }
  }
}

/** Adds all values within a list or an object. Not recursive, since data may be nested deeply. */
function addValues(words: Words, root: unknown): void {
  const waiting: [path: string, value: unknown][] = [['', root]];
  while (waiting.length > 0 && !words.isFull) {
    const [path, value] = waiting.pop() as [string, unknown];
    if (Array.isArray(value)) for (const each of value as readonly unknown[]) waiting.push([path, each]);
    else if (isRecord(value)) {
      for (const [name, inner] of Object.entries(value)) waiting.push([`${path} ${name.replaceAll(marks, ' ')}`, inner]);
    } else if (value !== undefined) words.add(path, value as string | number | boolean | null);
  }
}

/** A name or a text in JSON text (a colon follows a name), or another value. */
const token = /"((?:[^"\\]|\\.)*)"(\s*:)?|(-?\d[\d.eE+-]*|true|false)/g;
/** Names in the results that are no names of users' fields. */
const ownNames: ReadonlySet<string> = new Set([
  'startTime', 'executionTime', 'executionIndex', 'executionStatus', 'previousNode', 'previousNodeOutput', 'previousNodeRun', 'item', 'input', 'type',
]); // oxfmt-ignore

/** Returns the words of the beginning of results that are too large to be parsed. Their fields have their last names only. */
export function wordsOfText(text: string): ExecutionWords {
  const words = new Words();
  // The name that is before a value, or before the list that contains it.
  let name = '';
  for (const [, quotedText = '', colon, plain] of text.matchAll(token)) {
    if (words.isFull) break;
    if (colon !== undefined) name = unescaped(quotedText);
    else if (!ownNames.has(name)) words.add(name, plain ?? unescaped(quotedText));
  }
  return { data: words.toString(), custom: '' };
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** The properties of an execution that filters ask for. They do not change once it has ended. */
interface Properties {
  readonly status: string;
  readonly mode: string;
  readonly workflowId: string;
}

/** Returns the words for the properties of an execution. */
export const propertyWords = ({ status, mode, workflowId }: Properties): string =>
  [propertyWord('status', status), propertyWord('mode', mode), propertyWord('workflow', workflowId)].join(' ');

/** Returns the words that a filter requires; one of several statuses is enough. */
export function propertyMatches(filter: {
  readonly statuses?: readonly string[];
  readonly mode?: string;
  readonly workflowId?: string;
}): WordQuery {
  const { statuses, mode, workflowId } = filter;
  const oneOf = (name: string, values: readonly string[]): readonly Phrase[] =>
    values.map((value) => ({ text: propertyWord(name, value), column: 'custom' }));
  return [
    ...(statuses === undefined || statuses.length === 0 ? [] : [oneOf('status', statuses)]),
    ...(mode === undefined ? [] : [oneOf('mode', [mode])]),
    ...(workflowId === undefined ? [] : [oneOf('workflow', [workflowId])]),
  ];
}

/** Values may have characters that end a word. */
const propertyWord = (name: string, value: string): string =>
  `${PROPERTY}${createHash('sha256').update(`${name} ${value}`).digest('hex').slice(0, 16)}`;

/** A part of a search: a word, a phrase in quotes, or either after the name of a field. */
const part = /(?:([^\s"=]+)(\s*=\s*))?(?:"([^"]*)"?|([^\s"=][^\s"]*)|(?<==\s*)$)/g;

/**
 * Returns the query for a user's search: beginnings of words, phrases in quotes, and values of fields as `name = value`. An execution must have
 * all of them. Undefined for a blank search. A search without letters or digits finds nothing, since the index has only words.
 */
export function matchOf(search: string): WordQuery | undefined {
  if (search.trim() === '') return undefined;
  const phrases = [...search.replaceAll(marks, ' ').matchAll(part)].flatMap(([all, name, equals, phrase, word]): readonly Phrase[] => {
    // An address with a query is a text.
    if (name !== undefined && !(equals === '=' && phrase === undefined && /[/?&]/.test(name))) {
      // Fewer executions contain the value than the field. Searching the value first leaves few in which the phrase is searched.
      const value = phrase ?? word ?? '';
      return [...(hasWord(value) ? [{ text: spaced(value) }] : []), { text: spaced(`${name} ${IS} ${value} ${END}`) }];
    }
    const text = phrase ?? all;
    if (!hasWord(text)) return [];
    return [{ text: spaced(text), ...(phrase === undefined ? { isPrefix: true } : {}) }];
  });
  return phrases.length === 0 ? [[{ text: NOWHERE }]] : phrases.map((phrase) => [phrase]);
}

/** Returns the query for custom data; without a value, for any. */
export const customMatchOf = (key: string, value?: string): WordQuery => [
  [{ text: spaced(value === undefined ? `${key} ${IS}` : `${key} ${IS} ${value} ${END}`), column: 'custom' }],
];

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
