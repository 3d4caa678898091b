// The Think Tool: its name and what it returns.
import { expect, it } from 'vitest';
import { callTool } from '../../testing/models/call-tool.ts';

it.each([
  [1, 'thinking_tool'],
  [1.1, 'Second_thoughts'],
])('returns the thought in version %d, named %s', async (version, name) => {
  const parameters = { description: 'Think first' };
  const { tools, reply, run } = await callTool({ type: 'toolThink', version, parameters, node: 'Second thoughts', args: { input: 'Hm' } });
  expect(tools).toMatchObject([{ name, description: 'Think first' }]);
  expect(reply).toBe('Hm');
  expect(run?.inputOverride).toEqual({ ai_tool: [[{ json: { input: 'Hm' } }]] });
});
