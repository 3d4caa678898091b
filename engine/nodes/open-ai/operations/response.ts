// Messages by OpenAI's Responses API, as version 2 sends them.
import type { JsonObject } from '../../../contract/json.ts';
import { NodeError } from '../../../sdk/index.ts';
import { defined, OptionValues } from '../../_shared/ai/models/option-values.ts';
import { isSimplified, modelOf, requiredText, type Operation, type OperationCall } from '../../_shared/ai/services/node-operations.ts';
import { answerWithTools, type RequestedCall } from '../../_shared/ai/services/tool-rounds.ts';
import type { Service } from '../../_shared/ai/services/service.ts';
import { serviceOf } from '../open-ai-service.ts';
import { imageAddresses } from './chat.ts';
import { dataOf, JSON_RULE, mentionsJson } from './json-answers.ts';
import { formatType, inputItems, requestOptions, serviceTools } from './response-request.ts';

interface OutputItem extends JsonObject {
  readonly type?: string;
  readonly content?: readonly (JsonObject & { readonly type?: string; readonly text?: unknown })[];
}
interface ModelResponse extends JsonObject {
  readonly output?: readonly OutputItem[];
}

export const respond: Operation = async (call) => {
  const { ctx, itemIndex, attached } = call;
  const options = new OptionValues(ctx, itemIndex);
  const tools = await attached.tools(itemIndex);
  const own = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    parameters: inputSchema,
    strict: false,
  }));
  const allTools = [...serviceTools(call), ...own];
  const fields = requestOptions(options);
  let input = await inputItems(call);
  const format = formatType(options);
  const isJson = format !== 'text';
  if (format === 'json_object' && !mentionsJson([input, fields['instructions']]))
    input = [{ role: 'system', content: JSON_RULE }, ...input];
  const body = { model: modelOf(call), ...fields, ...(allTools.length === 0 ? {} : { tools: allTools }) };
  const service = await serviceOf(call);
  const response = await answerWithTools<ModelResponse>(call, {
    tools,
    send: () => completeResponse(call, service, { ...body, input }),
    callsIn,
    append: ({ output = [] }, results) => {
      const outputs = results.map(({ id, result }) => ({ type: 'function_call_output', call_id: id, output: result }));
      // A stored conversation has the earlier messages already.
      input = fields['conversation'] === undefined ? [...input, ...repeatable(output, fields['store']), ...outputs] : outputs;
    },
  });
  const output = (response.output ?? []).map((entry) => (isJson ? withData(entry) : entry));
  return { json: isSimplified(call) ? { output: answersIn(output) } : { ...response, output } };
};

const callsIn = ({ output = [] }: ModelResponse): readonly RequestedCall[] =>
  output.flatMap(({ type, call_id: id, name, arguments: args }) =>
    type === 'function_call' ? [{ id: String(id), name: String(name), args }] : [],
  );

/** Thoughts can only be sent back if OpenAI has stored them, or if they are encrypted. */
const repeatable = (output: readonly OutputItem[], store: unknown): readonly OutputItem[] =>
  store === false ? output.filter(({ type, encrypted_content: content }) => type !== 'reasoning' || typeof content === 'string') : output;

/** Returns the messages, without thoughts and calls of tools; all if there are none. */
function answersIn(output: readonly OutputItem[]): readonly OutputItem[] {
  const messages = output.filter(({ type }) => type === 'message');
  return messages.length === 0 ? output : messages;
}

const withData = (entry: OutputItem): OutputItem =>
  entry.type !== 'message' || !Array.isArray(entry.content)
    ? entry
    : { ...entry, content: entry.content.map((part) => (part.type === 'output_text' ? { ...part, text: dataOf(part.text) } : part)) };

const DEFAULT_WAIT = 300;

/** Sends a request, and waits for the response if it is computed in the background. Throws NodeError if the service reports an error in it. */
async function completeResponse(call: OperationCall, service: Service, body: JsonObject): Promise<ModelResponse> {
  const { ctx, itemIndex } = call;
  const options = new OptionValues(ctx, itemIndex).group('backgroundMode.values');
  const isBackground = options.flag('enabled') === true;
  const response = isBackground
    ? await service.counted(modelOf(call), async () => {
        const first = await service.json({ path: '/responses', json: { ...body, background: true }, model: null });
        return service.ended(
          { path: `/responses/${encodeURIComponent(String(first['id']))}` },
          ({ status }) => status !== 'queued' && status !== 'in_progress',
          { seconds: options.number('timeout') ?? DEFAULT_WAIT, parameter: 'options.backgroundMode' },
          first,
        );
      })
    : await service.json({ path: '/responses', json: body });
  const { message } = (response['error'] ?? {}) as { readonly message?: unknown };
  if (response['status'] !== 'failed' && typeof message !== 'string') return response;
  throw new NodeError(`The model did not answer: ${typeof message === 'string' ? message : 'it failed'}`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    itemIndex,
  });
}

export const analyzeImage: Operation = async (call) => {
  const options = new OptionValues(call.ctx, call.itemIndex);
  const detail = options.text('detail') ?? 'auto';
  const images = (await imageAddresses(call)).map((url) => ({ type: 'input_image', image_url: url, detail }));
  const json = {
    model: modelOf(call),
    input: [{ role: 'user', content: [{ type: 'input_text', text: requiredText(call, 'text', 'Text Input') }, ...images] }],
    ...defined({ max_output_tokens: options.number('maxTokens', 1) }),
  };
  const response: ModelResponse = await completeResponse(call, await serviceOf(call), json);
  if (!isSimplified(call)) return { json: response };
  // Workflows read the message as the entry 0 of the item.
  return { json: Object.fromEntries(answersIn(response.output ?? []).entries()) };
};
