// For extracting nodes into a sub-workflow: replaces each reference to an outside node by a field of the new start node.
import { AppError } from '../../contract/errors.ts';
import type { WorkflowNode } from '../../contract/workflow.ts';
import { isMark, mapTemplateCode, scanCode, type Token } from './code-scan.ts';
import { findNodeReferences, hasRenamableContent, type NodeReference } from './node-references.ts';
import { isRecord, mapEntries } from '../values/own-properties.ts';

export interface ExtractedReferences {
  /** The nodes with their outside references replaced. */
  readonly nodes: WorkflowNode[];
  /** Maps a field of the new start node to the expression (without braces) of its value in the old workflow. */
  readonly variables: ReadonlyMap<string, string>;
}

type ExtractableNode = Pick<WorkflowNode, 'name' | 'parameters'> & { readonly type?: string };

/**
 * Replaces references from `nodes` to other nodes of `allNames` by fields of a start node named `startName`. In nodes of `inputNodes`, whose data
 * then comes from the start node, `$json` is such a reference, too. Throws AppError BAD_REQUEST if a node has the start node's name or is missing
 * in `allNames`.
 */
export function extractReferences(
  nodes: readonly ExtractableNode[],
  allNames: readonly string[],
  startName: string,
  inputNodes: readonly string[] = [],
): ExtractedReferences {
  const inside = new Set(nodes.map((node) => node.name));
  const outside = new Set(allNames.filter((name) => !inside.has(name)));
  if (inside.has(startName)) {
    throw new AppError('BAD_REQUEST', `A selected node is named "${startName}" like the start node of the new workflow. Rename it first.`, {
      params: { node: startName },
    });
  }
  for (const name of inside) {
    if (!allNames.includes(name))
      throw new AppError('BAD_REQUEST', `The node "${name}" is not part of the workflow.`, { params: { node: name } });
  }
  const fields = new FieldNames();
  return {
    nodes: nodes.map((node) => {
      const reader: Reader = { outside, startName, fields, readsInput: inputNodes.includes(node.name) };
      return { ...node, parameters: replaceIn(node.parameters, reader, hasRenamableContent(node.type ?? '')) } as WorkflowNode;
    }),
    variables: fields.expressions,
  };
}

interface Reader {
  readonly outside: ReadonlySet<string>;
  readonly startName: string;
  readonly fields: FieldNames;
  readonly readsInput: boolean;
}

/** Assigns each expression a field name. */
class FieldNames {
  readonly expressions = new Map<string, string>();
  readonly #fieldNames = new Map<string, string>();

  /** Returns the field for an expression: the wanted name; if that is taken, prefixed with the node's name; if that is taken too, with a number. */
  field(requested: string, node: string, expression: string, identity: string): string {
    const existingName = this.#fieldNames.get(identity);
    if (existingName !== undefined) return existingName;
    const candidates = [requested, ...(node === '' ? [] : [`${toFieldName(node)}_${requested}`])];
    let name = candidates.find((candidate) => !this.expressions.has(candidate));
    for (let number = 1; name === undefined; number++) {
      const numbered = `${candidates.at(-1)}_${number}`;
      if (!this.expressions.has(numbered)) name = numbered;
    }
    this.expressions.set(name, expression);
    this.#fieldNames.set(identity, name);
    return name;
  }
}

const toFieldName = (text: string): string => text.replace(/[^\p{L}\p{N}_]+/gu, '_');

function replaceIn(value: unknown, reader: Reader, isContent: boolean, key = ''): unknown {
  if (typeof value === 'string') {
    if (value.startsWith('=')) return mapTemplateCode(value, (code) => replaceInCode(code, reader));
    return isContent && /code$/i.test(key) ? replaceInCode(value, reader) : value;
  }
  if (Array.isArray(value)) return value.map((entry: unknown) => replaceIn(entry, reader, isContent, key));
  return isRecord(value) ? mapEntries(value, (child, entry) => [child, replaceIn(entry, reader, isContent, child)]) : value;
}

interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function replaceInCode(code: string, reader: Reader): string {
  const tokens = scanCode(code);
  const replacements: Replacement[] = [];
  for (const reference of findNodeReferences(code, tokens)) {
    if (reader.outside.has(reference.name)) replacements.push(replaceReference(code, tokens, reference, reader));
  }
  if (reader.readsInput) replacements.push(...replaceInput(code, tokens, reader));
  replacements.sort((left, right) => left.from - right.from);
  let result = '';
  let at = 0;
  for (const { from, to, text } of replacements) {
    result += code.slice(at, from) + text;
    at = to;
  }
  return result + code.slice(at);
}

/** An accessor after a reference: its replacement on the start node, and the suffix of the field's name. */
interface Accessor {
  readonly access: string;
  readonly suffix: string;
  /** Index of the token after the accessor. */
  readonly next: number;
  /** Whether the accessor returns a value instead of an item, so that the field holds the whole value. */
  readonly isValue: boolean;
}

const wordAfterDot = (tokens: readonly Token[], at: number): string | undefined =>
  isMark(tokens[at], '.') && tokens[at + 1]?.kind === 'word' ? tokens[at + 1]?.text : undefined;

const calledAccessors: Readonly<Record<string, string>> = { first: '_firstItem', last: '_lastItem', all: '_allItems' };

function accessorAt(tokens: readonly Token[], at: number): Accessor {
  const word = wordAfterDot(tokens, at) ?? '';
  const after = at + 2;
  if (word === 'item') return { access: '.item', suffix: '', next: after, isValue: false };
  if (word === 'isExecuted' || word === 'params' || word === 'context')
    return { access: '.first()', suffix: `_${word}`, next: after, isValue: true };
  const suffix = Object.hasOwn(calledAccessors, word) ? calledAccessors[word] : undefined;
  if (suffix !== undefined && isMark(tokens[after], '(') && isMark(tokens[after + 1], ')')) {
    return { access: word === 'all' ? '.first()' : `.${word}()`, suffix, next: after + 2, isValue: word === 'all' };
  }
  const index = tokens[after + 1];
  if (
    (word === 'itemMatching' || word === 'pairedItem') &&
    isMark(tokens[after], '(') &&
    index?.kind === 'number' &&
    isMark(tokens[after + 2], ')')
  ) {
    return { access: `.${word}(${index.text})`, suffix: `_${word}_${index.text}`, next: after + 3, isValue: false };
  }
  return { access: '.item', suffix: '', next: at, isValue: false };
}

/** Returns the index of the token after a call's further arguments, as in `$items('name', 0, 1)`; `at` if it has none. */
function afterArguments(tokens: readonly Token[], at: number): number {
  if (!isMark(tokens[at], ',')) return at;
  let depth = 1;
  let next = at;
  while (depth > 0 && next < tokens.length) {
    const token = tokens[next++];
    if (isMark(token, '(')) depth++;
    else if (isMark(token, ')')) depth--;
  }
  return next;
}

/** Returns the property names after dots, up to the first method call, bracket or other token. */
function dottedPath(tokens: readonly Token[], at: number): { readonly path: string[]; readonly next: number } {
  const path: string[] = [];
  let next = at;
  for (;;) {
    const word = wordAfterDot(tokens, next);
    if (word === undefined || isMark(tokens[next + 2], '(')) return { path, next };
    path.push(word);
    next += 2;
  }
}

function endOf(code: string, tokens: readonly Token[], next: number): number {
  const last = tokens[next - 1];
  return last === undefined ? code.length : last.at + last.text.length;
}

function replaceReference(code: string, tokens: readonly Token[], reference: NodeReference, reader: Reader): Replacement {
  const first = tokens.findLastIndex((token) => token.at < reference.from && token.kind === 'word');
  const from = (tokens[first] as Token).at;
  const behind = afterArguments(tokens, reference.next);
  const further = behind === reference.next ? '' : code.slice(reference.to, endOf(code, tokens, behind));
  const accessor = accessorAt(tokens, behind);
  const json = !accessor.isValue && wordAfterDot(tokens, accessor.next) === 'json';
  const { path, next } = json ? dottedPath(tokens, accessor.next + 2) : { path: [], next: accessor.next };
  const to = endOf(code, tokens, next);
  const requested = (path.length > 0 ? path.join('_') : `${toFieldName(reference.name)}${json ? '_json' : ''}`) + accessor.suffix;
  const identity = JSON.stringify([reference.name, further, accessor.access, accessor.suffix, json, path]);
  const field = reader.fields.field(requested, reference.name, code.slice(from, to), identity);
  return { from, to, text: `$('${reader.startName.replace(/[\\']/g, '\\$&')}')${accessor.access}.json.${field}` };
}

/** Replaces `$json.a.b` in a node that the start node feeds: the field holds that value, so only the name changes. */
function replaceInput(code: string, tokens: readonly Token[], reader: Reader): Replacement[] {
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'word' || token.text !== '$json' || isMark(tokens[index - 1], '.')) return [];
    const { path, next } = dottedPath(tokens, index + 1);
    if (path.length === 0) return [];
    const to = endOf(code, tokens, next);
    const expression = code.slice(token.at, to);
    return [{ from: token.at, to, text: `$json.${reader.fields.field(path.join('_'), '', expression, JSON.stringify(['$json', path]))}` }];
  });
}
