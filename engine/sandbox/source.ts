// Prepares user code for the compartment: checks its syntax, rejects imports and direct calls of eval, and rewrites text that only looks like
// them.
import { parse, type Comment, type Node as SyntaxNode } from 'acorn';
import { AppError } from '../contract/errors.ts';
import { freeNames, type FreeName } from './free-names.ts';

/** Code that the compartment accepts, with the names that it uses but does not declare. Line numbers are those of the user's code. */
export interface PreparedSource {
  readonly code: string;
  readonly free: readonly FreeName[];
}

const cache = new Map<string, PreparedSource>();

/**
 * Returns user code as the body of an async function, with line numbers preserved. Throws CODE_FAILED with the line for a syntax error, an import
 * or a call of eval. Character sequences that the compartment rejects anywhere in a source (`<!--`, `-->`, `import(`, `eval(`) are replaced by an
 * equivalent spelling within strings, comments and names.
 */
export function prepareSource(source: string): PreparedSource {
  const cached = cache.get(source);
  if (cached !== undefined) return cached;
  const syntax = read(source);
  reject(syntax.program, source);
  const code = suspicious.test(source) ? respelled(source, syntax) : source;
  const prepared = { code, free: freeNames(code === source ? syntax.program : read(code).program) };
  if (cache.size > 200) cache.clear();
  cache.set(source, prepared);
  return prepared;
}

const suspicious = /<!--|-->|\b(?:import|eval)\s*(?:\(|\/[/*])/;

interface Token {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

interface Parsed {
  readonly program: SyntaxNode;
  readonly comments: readonly Comment[];
  readonly tokens: readonly Token[];
}

function read(source: string): Parsed {
  const comments: Comment[] = [];
  const tokens: Token[] = [];
  try {
    const program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowHashBang: false,
      onComment: comments,
      onToken: (token) => void tokens.push({ start: token.start, end: token.end, label: token.type.label }),
    });
    return { program, comments, tokens };
  } catch (error) {
    throw syntaxError(error);
  }
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

function respelled(source: string, { comments, tokens }: Parsed): string {
  const edits: Edit[] = [];
  for (const { start, end } of comments) edits.push({ start, end, replacement: source.slice(start, end).replaceAll(/[^\n]/g, ' ') });
  for (const { start, end, label } of tokens) {
    const token = source.slice(start, end);
    if (label === 'name' && token === 'eval') edits.push({ start, end, replacement: '\\u0065val' });
    // `n-->0` is not a comment, but resembles the end of one.
    else if (token === '--' && source[end] === '>') edits.push({ start, end, replacement: '-- ' });
    else if ((label === 'string' || label === 'template' || label === 'regexp') && suspicious.test(token)) {
      edits.push({ start, end, replacement: respell(token) });
    }
  }
  return applyEdits(source, edits);
}

/** Returns an equivalent spelling that the compartment's checks do not match. */
function respell(text: string): string {
  return text
    .replaceAll('<!--', '<!\\u002d-')
    .replaceAll('-->', '-\\u002d>')
    .replaceAll(/\b([ie])(?=(?:mport|val)\s*(?:\(|\/[/*]))/g, (letter) => (letter === 'i' ? '\\u0069' : '\\u0065'));
}

/** Replaces these ranges of the source. They must not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = '';
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += source.slice(end, edit.start) + edit.replacement;
    end = edit.end;
  }
  return result + source.slice(end);
}

function syntaxError(error: unknown): AppError {
  const { message, loc } = error as { message: string; loc?: { line: number } };
  const line = loc?.line;
  const reason = message.replace(/\s*\(\d+:\d+\)$/, '');
  return new AppError('CODE_FAILED', `${reason}${line === undefined ? '' : ` [line ${line}]`}`, { params: { line }, cause: error });
}

function reject(program: SyntaxNode, source: string): void {
  const stack: unknown[] = [program];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (Array.isArray(node)) {
      for (const entry of node as unknown[]) stack.push(entry);
      continue;
    }
    const { type, start, callee } = node as { type?: string; start?: number; callee?: { type: string; name?: string } };
    const isEval = type === 'CallExpression' && callee?.type === 'Identifier' && callee.name === 'eval';
    if (isEval || type === 'ImportExpression') {
      const line = source.slice(0, start).split('\n').length;
      const what = isEval
        ? `eval() is not available in code [line ${line}]. Write the code itself, or read data with JSON.parse().`
        : `import() is not available in code [line ${line}]. Use require() with a module that the settings allow.`;
      throw new AppError('CODE_FAILED', what, { params: { line } });
    }
    for (const value of Object.values(node)) if (typeof value === 'object') stack.push(value);
  }
}
