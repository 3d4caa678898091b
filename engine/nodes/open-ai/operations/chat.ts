// Messages by chat completions, as version 1 sends them.
import type { JsonObject } from '../../../contract/json.ts';
import { defined, OptionValues } from '../../_shared/ai/models/option-values.ts';
import {
  entriesOf,
  isSimplified,
  modelOf,
  requiredText,
  textIn,
  type Operation,
  type OperationCall,
} from '../../_shared/ai/services/node-operations.ts';
import { addressesIn, dataUrlOf, itemFiles } from '../../_shared/ai/services/service-files.ts';
import { answerWithTools, functionTools, type RequestedCall } from '../../_shared/ai/services/tool-rounds.ts';
import { isOpenAi, serviceOf } from '../open-ai-service.ts';
import { dataOf, JSON_RULE, mentionsJson } from './json-answers.ts';

interface ChatMessage {
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: unknown } }[];
}
interface Completion extends JsonObject {
  readonly choices?: readonly (JsonObject & { readonly message?: ChatMessage })[];
}

export const messageModel: Operation = async (call) => {
  const { ctx, itemIndex, attached } = call;
  const isJson = ctx.param('jsonOutput', itemIndex, false) === true;
  const messages: JsonObject[] = entriesOf(call, 'messages.values').map(({ role, content }) => ({
    role: textIn(role ?? 'user'),
    content: textIn(content),
  }));
  if (isJson && !mentionsJson(messages)) messages.unshift({ role: 'system', content: JSON_RULE });
  const tools = await attached.tools(itemIndex);
  const body = {
    model: modelOf(call),
    ...(await chatOptions(call)),
    ...(isJson ? { response_format: { type: 'json_object' } } : {}),
    ...functionTools(tools),
  };
  const service = await serviceOf(call);
  const response = await answerWithTools<Completion>(call, {
    tools,
    send: () => service.json({ path: '/chat/completions', json: { ...body, messages } }),
    callsIn,
    append: ({ choices }, results) => {
      messages.push(choices?.[0]?.message as JsonObject);
      for (const { id, result } of results) messages.push({ role: 'tool', tool_call_id: id, content: result });
    },
  });
  const choices = (response.choices ?? []).map((choice) => (isJson ? withData(choice) : choice));
  return isSimplified(call) ? choices.map((json) => ({ json })) : { json: { ...response, choices } };
};

const callsIn = ({ choices }: Completion): readonly RequestedCall[] =>
  (choices?.[0]?.message?.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({ id, name, args }));

const withData = (choice: NonNullable<Completion['choices']>[number]): JsonObject => ({
  ...choice,
  message: { ...choice.message, content: dataOf(choice.message?.content) },
});

async function chatOptions(call: OperationCall): Promise<JsonObject> {
  const options = new OptionValues(call.ctx, call.itemIndex);
  return defined({
    frequency_penalty: options.number('frequency_penalty'),
    [await limitName(call)]: options.number('maxTokens', 1),
    n: options.number('n', 1),
    presence_penalty: options.number('presence_penalty'),
    temperature: options.number('temperature'),
    top_p: options.number('topP'),
    reasoning_effort: options.text('reasoning_effort'),
  });
}

/** OpenAI's reasoning models refuse the older name. Many other services know only the older name. */
const limitName = async (call: OperationCall): Promise<string> => ((await isOpenAi(call)) ? 'max_completion_tokens' : 'max_tokens');

/** The first versions had no parameter for the model. Theirs has been retired. */
const FIRST_VISION_MODEL = 'gpt-4o';

export const analyzeImageByChat: Operation = async (call) => {
  const { ctx, itemIndex } = call;
  const options = new OptionValues(ctx, itemIndex);
  const detail = options.text('detail') ?? 'auto';
  const images = (await imageAddresses(call)).map((url) => ({ type: 'image_url', image_url: { url, detail } }));
  const content = [{ type: 'text', text: requiredText(call, 'text', 'Text Input') }, ...images];
  const json = {
    model: ctx.version < 1.4 ? FIRST_VISION_MODEL : modelOf(call),
    messages: [{ role: 'user', content }],
    ...defined({ [await limitName(call)]: options.number('maxTokens', 1) }),
  };
  const response: Completion = await (await serviceOf(call)).json({ path: '/chat/completions', json });
  return { json: isSimplified(call) ? { content: response.choices?.[0]?.message?.content ?? '' } : response };
};

/** Returns the addresses of the images, with their data if they are files of the item. */
export const imageAddresses = async (call: OperationCall): Promise<readonly string[]> =>
  call.ctx.param('inputType', call.itemIndex, 'url') === 'url'
    ? addressesIn(call, 'imageUrls')
    : Promise.all(itemFiles(call).map((file) => dataUrlOf(call, file)));
