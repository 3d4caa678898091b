// `$jmespath(data, query)`: queries that cannot reach prototypes, with results of limited size.
import jmespath from 'jmespath';
import { PART_COST, session, stepsFor, tooLarge } from '../budget.ts';
import { payForText } from '../builtins/json.ts';
import { ExpressionError, forbiddenAccess } from '../errors.ts';
import { materialise } from '../guard/overlay.ts';

interface QueryNode {
  readonly type?: string;
  readonly name?: unknown;
  readonly children?: readonly unknown[];
}

interface Query {
  /** Maximum factor by which a query may multiply its data: flattening a list of n parts counts as n. */
  readonly growth: number;
  /** Number of nodes of the parsed query. Each may read the whole data once. */
  readonly nodes: number;
}

const queries = new Map<string, Query>();
const QUERY_LIMIT = 5000;

/** Cost of a part of the data for a node of the query. The interpreter creates arrays and functions for it. */
const NODE_COST = 16;

/** Returns an upper bound of the factor by which a query's result exceeds its data. Also checks the query's names. */
function analyse(query: string): Query {
  const cached = queries.get(query);
  if (cached !== undefined) return cached;
  const lists: number[] = [];
  let joins = 0;
  let nodes = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as QueryNode;
    if (node.type !== undefined) nodes++;
    if (typeof node.name === 'string' && node.type !== 'Function' && node.name in Object.prototype) throw forbiddenAccess(node.name);
    if (node.type === 'MultiSelectList' || node.type === 'MultiSelectHash') lists.push(node.children?.length ?? 1);
    if (node.type === 'Flatten' || node.type === 'Function') joins++;
    for (const child of Object.values(value)) {
      if (Array.isArray(child)) for (const entry of child) visit(entry);
      else visit(child);
    }
  };
  visit((jmespath as unknown as { compile: (text: string) => unknown }).compile(query));
  const growth = lists
    .toSorted((left, right) => right - left)
    .slice(0, joins)
    .reduce((product, length) => product * length, 1);
  if (queries.size > 500) queries.clear();
  const analysed = { growth, nodes };
  queries.set(query, analysed);
  return analysed;
}

/** Runs a query; returns undefined if its syntax is invalid. Throws ExpressionError if the data is not an object or the query is not a string. */
export function searchData(data: unknown, query: unknown): unknown {
  if (data === null) return null;
  if (typeof data !== 'object' || typeof query !== 'string') {
    throw new ExpressionError('$jmespath expects two arguments: an object or array, and a query', {
      description: 'For example: $jmespath($json.people, "[*].name")',
      context: { type: 'invalid_jmespath_arguments' },
    });
  }
  if (query.length > QUERY_LIMIT) throw tooLarge();
  const source = materialise(data);
  const before = session.memory;
  try {
    stepsFor(query.length * PART_COST);
    const { growth, nodes } = analyse(query);
    payForText(source);
    const size = before - session.memory;
    if (growth > 1 && size * growth > session.memory) throw tooLarge();
    stepsFor(size * growth * nodes * NODE_COST);
    return jmespath.search(source, query) as unknown;
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    return undefined;
  }
}
