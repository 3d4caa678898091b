// `npm run coverage:nodes -- FILE`: how many of the nodes in a list of node types the core nodes cover. FILE is JSON with `types`, each with `type`, `nodes`
// (how many there are) and `versions` (pairs of a version and how many nodes have it).
import { readFileSync } from 'node:fs';
import { coreNodes } from '../engine/registry/core-nodes.generated.ts';
import { baseOfTool } from '../engine/workflow/node-type.ts';

interface Listed {
  readonly type: string;
  readonly nodes: number;
  readonly workflows: number;
  readonly versions?: readonly (readonly [version: string, count: number])[];
}

const PREFIX = /^@n8n\/n8n-nodes-langchain\./;
const MOST = 25;

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Name the file with the node types: npm run coverage:nodes -- FILE\n');
  process.exitCode = 1;
} else {
  const { types } = JSON.parse(readFileSync(file, 'utf8')) as { readonly types: readonly Listed[] };
  const versions = new Map<string, readonly number[]>();
  for (const [type, load] of coreNodes) {
    versions.set(
      type,
      (await load()).versions.flatMap(({ description }) => description.version),
    );
  }
  const isCovered = (type: string): boolean => versions.has(type) || versions.has(baseOfTool(type) ?? '');
  report('all', types, isCovered);
  const models = types.filter(({ type }) => PREFIX.test(type));
  report('nodes of models', models, isCovered);
  const lacking = types.flatMap(({ type, versions: listed = [] }) => {
    const known = versions.get(type);
    return known === undefined
      ? []
      : listed
          .filter(([version]) => version !== 'none' && !known.includes(Number(version)))
          .map(([version, count]) => `${type} ${version} (${count})`);
  });
  process.stdout.write(`versions that are not listed: ${lacking.length === 0 ? 'none' : lacking.join(', ')}\n`);
}

function report(what: string, types: readonly Listed[], isCovered: (type: string) => boolean): void {
  const sum = (list: readonly Listed[]): number => list.reduce((total, { nodes }) => total + nodes, 0);
  const covered = types.filter(({ type }) => isCovered(type));
  const missing = types.filter(({ type }) => !isCovered(type)).toSorted((one, other) => other.nodes - one.nodes);
  const share = ((100 * sum(covered)) / Math.max(1, sum(types))).toFixed(1);
  process.stdout.write(`${what}: ${covered.length} of ${types.length} types, ${share} % of ${sum(types)} nodes\n`);
  process.stdout.write(
    `  most frequent of the others: ${missing
      .slice(0, MOST)
      .map(({ type, nodes }) => `${type.replace(/^.*?n8n-nodes-(?:base\.|langchain\.)?/, '')} ${nodes}`)
      .join(', ')}\n`,
  );
}
