// Finds and renames references to nodes by name within code: `$('name')`, `$items('name')`, `$node['name']`, `$node.name`.
import { escapeText, isMark, mapTemplateCode, scanCode, unquote, type Token } from './code-scan.ts';
import { isRecord, mapEntries } from '../values/own-properties.ts';

/** A reference to a node in code. `from` and `to` delimit the name: a string literal, or `.name`. */
export interface NodeReference {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly dotted: boolean;
  /** Index of the token after the reference and its closing bracket. */
  readonly next: number;
}

const callers = new Set(['$', '$items', '_', '_items']);
const lists = new Set(['$node', '_node']);

/** Returns every reference to a node in code, in order. Names within plain strings and comments are not references. */
export function findNodeReferences(code: string, tokens: readonly Token[] = scanCode(code)): NodeReference[] {
  const nodeReferences: NodeReference[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== 'word') return;
    const reference = callers.has(token.text) ? called(tokens, index) : lists.has(token.text) ? listed(tokens, index) : undefined;
    if (reference !== undefined) nodeReferences.push(reference);
  });
  return nodeReferences;
}

/** Parses `$('name'` followed by further arguments or a closing bracket. Methods of other objects (`page.$('a')`) are not references. */
function called(tokens: readonly Token[], index: number): NodeReference | undefined {
  if (isMark(tokens[index - 1], '.') || !isMark(tokens[index + 1], '(')) return undefined;
  const literal = literalAt(tokens, index + 2);
  const after = tokens[literal?.next ?? -1];
  if (literal === undefined || !(isMark(after, ')') || isMark(after, ','))) return undefined;
  return { ...literal, dotted: false, next: literal.next + (isMark(after, ')') ? 1 : 0) };
}

/** Parses `$node['name']` or `$node.name`, also after `$item(0).` and with `?.`. */
function listed(tokens: readonly Token[], index: number): NodeReference | undefined {
  let at = index + 1;
  const optional = isMark(tokens[at], '?') && isMark(tokens[at + 1], '.');
  if (optional) at += 2;
  if (isMark(tokens[at], '[')) {
    const literal = literalAt(tokens, at + 1);
    return literal !== undefined && isMark(tokens[literal.next], ']') ? { ...literal, dotted: false, next: literal.next + 1 } : undefined;
  }
  if (!optional && !isMark(tokens[at++], '.')) return undefined;
  const name = tokens[at];
  if (name?.kind !== 'word') return undefined;
  const dot = tokens[at - 1] as Token;
  return { name: name.text, from: optional ? name.at : dot.at, to: name.at + name.text.length, dotted: true, next: at + 1 };
}

/** Returns the name in a string literal, or in a template without expressions. */
function literalAt(tokens: readonly Token[], index: number): Pick<NodeReference, 'name' | 'from' | 'to' | 'next'> | undefined {
  const token = tokens[index];
  if (token === undefined) return undefined;
  if (token.kind === 'string') return { name: unquote(token.text), from: token.at, to: token.at + token.text.length, next: index + 1 };
  const nextToken = tokens[index + 1];
  if (!isMark(token, '`') || nextToken?.kind !== 'text' || !isMark(tokens[index + 2], '`')) return undefined;
  return { name: unquote(`\`${nextToken.text}\``), from: token.at, to: nextToken.at + nextToken.text.length + 1, next: index + 3 };
}

/** Whether a name must be written in brackets, not after a dot (`$node.name`): it is not a plain word, or contains a `$`. */
function hasDotNotationBannedChar(name: string): boolean {
  return !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);
}

/**
 * Returns the code with references to nodes renamed. `names`: old name → new name. Quotes stay unchanged; `$node.name` becomes a bracket access
 * if necessary.
 */
function renameAllInCode(code: string, names: ReadonlyMap<string, string>): string {
  if (!code.includes('$') && !code.includes('_')) return code;
  let result = '';
  let at = 0;
  for (const reference of findNodeReferences(code)) {
    const to = names.get(reference.name);
    if (to === undefined || to === reference.name) continue;
    result += code.slice(at, reference.from) + renamed(code, reference, to);
    at = reference.to;
  }
  return result + code.slice(at);
}

function renamed(code: string, reference: NodeReference, to: string): string {
  if (!reference.dotted) {
    const quote = code[reference.from] as string;
    const inside = escapeText(to);
    return quote + (quote === '`' ? inside.replace(/`|\$\{/g, '\\$&') : inside) + quote;
  }
  const dot = code[reference.from] === '.' ? '.' : '';
  return hasDotNotationBannedChar(to) ? `["${escapeText(to)}"]` : dot + to;
}

export interface RenameOptions {
  /** Whether text without a leading `=` may contain references too: code parameters are code, others may contain `{{ }}`. */
  readonly hasRenamableContent?: boolean;
}

const codeParameters = new Set(['jsCode', 'pythonCode', 'functionCode', 'code', 'mongoCode']);

/**
 * Returns a parameter value with references to nodes renamed at any depth; the same value if it has none. `names`: old name → new name; two nodes
 * may swap names.
 */
export function renameAllInParameters<T>(value: T, names: ReadonlyMap<string, string>, options: RenameOptions = {}, key = ''): T {
  return change(value, key) as T;

  function change(part: unknown, name: string): unknown {
    if (typeof part === 'string') return changeText(part, name);
    if (Array.isArray(part))
      return unlessChanged(
        part,
        part.map((entry: unknown) => change(entry, name)),
      );
    if (!isRecord(part)) return part;
    return unlessChanged(
      part,
      mapEntries(part, (childKey, child) => [childKey, change(child, childKey)]),
    );
  }

  function changeText(text: string, name: string): string {
    if (text.startsWith('=')) return mapTemplateCode(text, (code) => renameAllInCode(code, names));
    if (options.hasRenamableContent !== true) return text;
    return codeParameters.has(name) ? renameAllInCode(text, names) : mapTemplateCode(text, (code) => renameAllInCode(code, names));
  }
}

/** Returns the old object if the new one is equal, so that unchanged nodes stay the same objects. */
function unlessChanged<T extends object>(before: T, after: T): T {
  return Object.keys(before).every((key) => (before as Record<string, unknown>)[key] === (after as Record<string, unknown>)[key])
    ? before
    : after;
}

const contentTypes = new Set(
  ['code', 'function', 'functionItem', 'aiTransform', 'html', 'htmlExtract', 'form', 'formTrigger'].map((name) => `n8n-nodes-base.${name}`),
);
const contentTypesElsewhere = /\.(?:code|toolCode)$/;

/** Whether code or markup of the node type may refer to other nodes without being an expression. */
export function hasRenamableContent(type: string): boolean {
  return contentTypes.has(type) || contentTypesElsewhere.test(type);
}
