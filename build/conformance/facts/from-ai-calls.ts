// Facts about `$fromAI(key, description, type, default)`: which values the calls in a text ask a model for. The product evaluates such calls
// instead.
import { AppError } from '../../../engine/contract/errors.ts';
import { scanCode, type Token } from '../../../engine/workflow/references/code-scan.ts';

type FromAiType = 'string' | 'number' | 'boolean' | 'json';

/** One value that a model is asked to provide. */
export interface FromAiArgument {
  readonly key: string;
  readonly description: string;
  readonly type: FromAiType;
  readonly defaultValue: unknown;
}

const types: ReadonlySet<string> = new Set<FromAiType>(['string', 'number', 'boolean', 'json']);
const keyPattern = /^[\w-]{1,64}$/;

/** Returns all `$fromAI` calls in a text. Throws AppError PARAMETER_INVALID if one has an invalid key or type, or is not closed. */
export function extractFromAiCalls(text: string): FromAiArgument[] {
  // Each call is parsed separately, since quotes in the prose before it would confuse the tokenizer.
  return [...text.matchAll(/\$fromai\s*\(/gi)].map((match) => {
    const call = text.slice(match.index);
    return readCall(call, scanCode(call), 2);
  });
}

function readCall(text: string, tokens: readonly Token[], first: number): FromAiArgument {
  const args = argumentTexts(text, tokens, first);
  const [key = '', description = '', type = 'string', defaultValue] = args.map(plainText);
  if (!keyPattern.test(key)) {
    throw new AppError(
      'PARAMETER_INVALID',
      `Invalid parameter key "${key}" of $fromAI: use 1 to 64 letters, digits, underscores or hyphens.`,
      { params: { key } },
    );
  }
  const requested = type === '' ? 'string' : type.toLowerCase();
  if (!types.has(requested)) {
    throw new AppError('PARAMETER_INVALID', `Invalid type "${type}" of $fromAI("${key}"): use string, number, boolean or json.`, {
      params: { key, type },
    });
  }
  return {
    key,
    description,
    type: requested as FromAiType,
    defaultValue: defaultValue === undefined ? undefined : typedDefault(defaultValue, requested as FromAiType, key),
  };
}

/** Returns the source of each argument, split at the commas of the call itself. */
function argumentTexts(text: string, tokens: readonly Token[], first: number): string[] {
  const args: string[] = [];
  let depth = 0;
  let from = (tokens[first - 1] as Token).at + 1;
  for (let index = first; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.kind !== 'mark') continue;
    const ends = depth === 0 && token.text === ')';
    if (ends || (depth === 0 && token.text === ',')) {
      args.push(text.slice(from, token.at).trim());
      from = token.at + 1;
      if (ends) return args.length === 1 && args[0] === '' ? [] : args;
    } else if ('([{'.includes(token.text)) depth++;
    else if (')]}'.includes(token.text)) depth--;
  }
  throw new AppError('PARAMETER_INVALID', 'A call of $fromAI has no closing bracket.');
}

/** Returns a literal's text without quotes and escapes. */
function plainText(argument: string): string {
  const quote = argument[0];
  const isQuoted = argument.length > 1 && (quote === '"' || quote === "'" || quote === '`') && argument.endsWith(quote);
  return isQuoted ? argument.slice(1, -1).replace(/\\([\s\S])/g, '$1') : argument;
}

function typedDefault(text: string, type: FromAiType, key: string): unknown {
  if (type === 'string') return text;
  if (type === 'boolean') return text.toLowerCase() === 'true';
  if (type === 'number') {
    const number = Number(text);
    if (text.trim() !== '' && !Number.isNaN(number)) return number;
  } else {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // The error is thrown below.
    }
  }
  throw new AppError('PARAMETER_INVALID', `The default of $fromAI("${key}") is no ${type}: ${text}`, { params: { key } });
}
