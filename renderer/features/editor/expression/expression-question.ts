// The text of a request for an expression: what it shall do, and which fields it can read. Values only if the user includes them.
import type { Item } from '../../../../engine/contract/run-data.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import { withoutSecretText, withoutSecrets } from '../../assistant/index.ts';
import { dataPath } from '../mapping/index.ts';

interface ExpressionRequest {
  /** Name of the parameter. */
  readonly parameter: string;
  readonly wish: string;
  /** The current expression without its `=`; empty if there is none. */
  readonly current: string;
  readonly item: Item | undefined;
  /** Names of the nodes before. */
  readonly nodes: readonly string[];
  readonly hasValues: boolean;
}

type Key = 'ask' | 'wish' | 'parameter' | 'current' | 'fields' | 'noFields' | 'nodes' | 'values';

/** Maximum number of fields, of levels, and of characters of the values. */
const MOST_FIELDS = 200;
const DEEPEST = 5;
const MOST_CHARACTERS = 20_000;

/** `text`: headings and instructions, from the texts. */
export function expressionQuestion(request: ExpressionRequest, text: (key: Key) => string): string {
  const { parameter, wish, current, item, nodes, hasValues } = request;
  const fields = item === undefined ? [] : fieldLines(item.json, '$json');
  const values = item === undefined || !hasValues ? undefined : JSON.stringify(withoutSecrets(item.json), null, 2);
  return [
    text('ask'),
    `${text('wish')}\n${wish.trim()}`,
    `${text('parameter')}\n${parameter}`,
    ...(current.trim() === '' ? [] : [`${text('current')}\n${withoutSecretText(current)}`]),
    fields.length === 0 ? text('noFields') : `${text('fields')}\n${fields.join('\n')}`,
    ...(nodes.length === 0 ? [] : [`${text('nodes')}\n${nodes.join('\n')}`]),
    ...(values === undefined ? [] : [`${text('values')}\n${values.slice(0, MOST_CHARACTERS)}`]),
  ].join('\n\n');
}

/** Returns a line with code and type for each field; of a list, for the fields of its first entry. */
function fieldLines(value: unknown, code: string): readonly string[] {
  const lines: string[] = [];
  const visit = (each: unknown, path: string, depth: number): void => {
    if (lines.length >= MOST_FIELDS) return;
    if (depth > 0) lines.push(`${path}: ${typeOf(each)}`);
    if (depth >= DEEPEST) return;
    if (Array.isArray(each)) {
      if (each.length > 0 && typeof each[0] === 'object') visit(each[0], dataPath(path, [0]), depth + 1);
    } else if (isRecord(each)) {
      for (const [key, inner] of Object.entries(each)) visit(inner, dataPath(path, [key]), depth + 1);
    }
  };
  visit(value, code, 0);
  return lines;
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
