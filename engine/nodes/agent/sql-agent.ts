// The SQL Agent of the first versions: an agent whose tools read a Postgres database.
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type AgentTool, type ExecuteContext, type JsonSchema, type NodeOutput } from '../../sdk/index.ts';
import { runAgent } from '../_shared/ai/agent/run-agent.ts';
import { SqlDatabase } from './sql-database.ts';

const DEFAULT_INSTRUCTIONS = `You answer questions about the data in a {dialect} database.
List its tables, describe those that the question is about, and query them. Select only columns that you need, and at most {top_k} rows unless the question needs more.
Correct a query that fails. Answer by results only. If the tables do not contain the answer, say so.`;

export async function runSqlAgent(ctx: ExecuteContext): Promise<NodeOutput> {
  const source = ctx.param('dataSource', 0, 'postgres');
  if (source !== 'postgres') {
    throw new NodeError(`The SQL Agent cannot read ${source === 'mysql' ? 'MySQL' : 'SQLite'} databases.`, {
      parameter: 'dataSource',
      hint: 'Use a Postgres database, or an AI Agent of the newest version with a node for your database as a tool.',
    });
  }
  const database = new SqlDatabase({
    credential: () => ctx.credentials('postgres', 0),
    signal: ctx.signal,
    included: namesIn(ctx, 'includedTables'),
    ignored: namesIn(ctx, 'ignoredTables'),
    sampleRows: numberOf(ctx, 'includedSampleRows', 3),
  });
  try {
    // If the database cannot be reached, the node fails. The model is not asked.
    await database.tables();
    return await runAgent(ctx, {
      instructionsOf,
      mayStream: false,
      ownTools: toolsOf(ctx.node.name, database),
      ...(ctx.version <= 1.2 ? { promptParameter: 'input' } : {}),
    });
  } finally {
    await database.close();
  }
}

function instructionsOf(ctx: ExecuteContext, itemIndex: number): string {
  const prefix = ctx.param('options.prefixPrompt', itemIndex, '');
  // The prompt and the calls of tools are messages of their own.
  const suffix = ctx.param('options.suffixPrompt', itemIndex, '').replaceAll(/^.*\{(?:input|agent_scratchpad)\}.*$/gm, '');
  const limit = numberOf(ctx, 'topK', 10, itemIndex);
  const text = `${prefix === '' ? DEFAULT_INSTRUCTIONS : prefix}\n\n${suffix}`.trim();
  return text.replaceAll('{dialect}', 'PostgreSQL').replaceAll('{top_k}', String(limit));
}

const namesIn = (ctx: ExecuteContext, option: string): readonly string[] =>
  ctx
    .param(`options.${option}`, 0, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function numberOf(ctx: ExecuteContext, option: string, fallback: number, itemIndex = 0): number {
  const number = Math.floor(Number(ctx.param(`options.${option}`, itemIndex, fallback)));
  return number >= 0 ? number : fallback;
}

const objectOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

function toolsOf(node: string, database: SqlDatabase): readonly AgentTool[] {
  return [
    {
      node,
      name: 'list_tables',
      description: 'Lists the tables and views of the database.',
      inputSchema: objectOf({}),
      call: async () => [...(await database.tables())],
    },
    {
      node,
      name: 'describe_tables',
      description: 'Returns the columns of tables, with some rows.',
      inputSchema: objectOf({ tables: { type: 'array', items: { type: 'string' }, description: 'Names from list_tables' } }),
      call: async ({ tables }) => JSON.stringify(await database.describe(Array.isArray(tables) ? tables.map(String) : [String(tables)])),
    },
    {
      node,
      name: 'query_database',
      description: 'Returns the rows of one SELECT statement in the dialect of PostgreSQL. Data cannot be changed.',
      inputSchema: objectOf({ sql: { type: 'string', description: 'The statement' } }),
      call: async ({ sql }: JsonObject) => database.select(String(sql ?? '')),
    },
  ];
}
