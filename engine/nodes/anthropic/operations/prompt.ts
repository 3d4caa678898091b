// Prompts that Anthropic writes and improves. Accounts need access to these experimental tools.
import type { JsonObject } from '../../../contract/json.ts';
import { defined, OptionValues } from '../../_shared/ai/models/option-values.ts';
import {
  entriesOf,
  isSimplified,
  requiredText,
  textIn,
  type Operation,
  type OperationCall,
} from '../../_shared/ai/services/node-operations.ts';
import { betaHeader, serviceOf } from '../anthropic-service.ts';

/** Sends a request. `fields`: those of a simplified output. */
async function promptOf(call: OperationCall, path: string, json: JsonObject, fields: readonly string[]): Promise<JsonObject> {
  const response = await (
    await serviceOf(call)
  ).json({
    path: `/experimental/${path}`,
    headers: betaHeader('promptTools'),
    json,
    // The service chooses the model.
    model: 'prompt-tools',
  });
  if (!isSimplified(call)) return response;
  return Object.fromEntries(fields.filter((field) => Object.hasOwn(response, field)).map((field) => [field, response[field]]));
}

export const generatePrompt: Operation = async (call) => ({
  json: await promptOf(call, 'generate_prompt', { task: requiredText(call, 'task', 'Task') }, ['messages', 'system']),
});

const messagesOf = (call: OperationCall): readonly JsonObject[] =>
  entriesOf(call, 'messages.values').map(({ role, content }) => ({
    role: textIn(role ?? 'user'),
    content: [{ type: 'text', text: textIn(content) }],
  }));

export const improvePrompt: Operation = async (call) => {
  const options = new OptionValues(call.ctx, call.itemIndex);
  const json = { messages: messagesOf(call), ...defined({ system: options.text('system'), feedback: options.text('feedback') }) };
  return { json: await promptOf(call, 'improve_prompt', json, ['messages', 'system']) };
};

export const templatizePrompt: Operation = async (call) => {
  const json = { messages: messagesOf(call), ...defined({ system: new OptionValues(call.ctx, call.itemIndex).text('system') }) };
  return { json: await promptOf(call, 'templatize_prompt', json, ['messages', 'system', 'variable_values']) };
};
