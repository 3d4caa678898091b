// AI Agent: a language model in a loop with tools. Answers each item.
import { defineNode, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { DEFAULT_INSTRUCTIONS } from '../_shared/ai/agent/agent-properties.ts';
import { runAgent } from '../_shared/ai/agent/run-agent.ts';
import { first, second, third } from './description.ts';
import { runSqlAgent } from './sql-agent.ts';

const execute = (ctx: ExecuteContext): Promise<NodeOutput> => runAgent(ctx, { instructionsOf, mayStream: ctx.version >= 2.2 });

const instructionsOf = (ctx: ExecuteContext, itemIndex: number): string =>
  ctx.param('options.systemMessage', itemIndex, DEFAULT_INSTRUCTIONS);

/** Kinds of agents that parse what the model writes run as the agent with tools, whose models all call tools by now. */
function executeFirst(ctx: ExecuteContext): Promise<NodeOutput> {
  const kind = ctx.param('agent', 0, 'toolsAgent');
  if (kind === 'sqlAgent') return runSqlAgent(ctx);
  if (kind !== 'toolsAgent') {
    ctx.hint({ type: 'info', message: 'Agents of this kind run as a tools agent. The model must be able to call tools.' });
  }
  return runAgent(ctx, {
    mayStream: false,
    instructionsOf: (context, itemIndex) => {
      const prefix = kind === 'reActAgent' ? context.param('options.prefix', itemIndex, '') : '';
      return prefix === '' ? instructionsOf(context, itemIndex) || DEFAULT_INSTRUCTIONS : prefix;
    },
  });
}

export const agent = defineNode({
  type: '@n8n/n8n-nodes-langchain.agent',
  icon: 'icon.svg',
  defaultVersion: 3.1,
  versions: [
    { description: first, execute: executeFirst },
    { description: second, execute },
    { description: third, execute },
  ],
});
