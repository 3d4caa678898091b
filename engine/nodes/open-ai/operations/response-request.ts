// The request of a message by OpenAI's Responses API: messages, options, and the tools that OpenAI runs.
import type { JsonObject } from '../../../contract/json.ts';
import { NodeError } from '../../../sdk/index.ts';
import { defined, OptionValues } from '../../_shared/ai/models/option-values.ts';
import { commaList, entriesOf, textIn, type OperationCall } from '../../_shared/ai/services/node-operations.ts';
import { dataUrlOf } from '../../_shared/ai/services/service-files.ts';
import { fileOf } from '../../_shared/files/item-files.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Returns the messages of the parameter, with images and files. Throws NodeError PARAMETER_INVALID. */
export const inputItems = (call: OperationCall): Promise<readonly JsonObject[]> =>
  Promise.all(
    entriesOf(call, 'responses.values').map(async (entry) => {
      const { type = 'text', role = 'user' } = entry;
      if (type === 'image') return { role, content: [await imagePart(call, entry)] };
      if (type === 'file') return { role, content: [await filePart(call, entry)] };
      return { role, content: textIn(entry['content']) };
    }),
  );

async function imagePart(call: OperationCall, entry: Entry): Promise<JsonObject> {
  const { imageType = 'url', imageUrl, fileId, imageDetail: detail = 'auto' } = entry;
  if (imageType === 'fileId') return { type: 'input_image', detail, file_id: textIn(fileId) };
  const url = imageType === 'url' ? textIn(imageUrl) : (await fileIn(call, entry)).data;
  return { type: 'input_image', detail, image_url: url };
}

async function filePart(call: OperationCall, entry: Entry): Promise<JsonObject> {
  const { fileType = 'url', fileUrl, fileId, fileName } = entry;
  if (fileType === 'url') return { type: 'input_file', file_url: textIn(fileUrl) };
  if (fileType === 'fileId') return { type: 'input_file', file_id: textIn(fileId) };
  const { name, data } = await fileIn(call, entry);
  return { type: 'input_file', filename: textIn(fileName) || name, file_data: data };
}

async function fileIn(call: OperationCall, entry: Entry): Promise<{ readonly name: string; readonly data: string }> {
  const field = textIn(entry['binaryPropertyName'] ?? 'data');
  const file = fileOf(call.item, field, call.itemIndex, 'responses');
  return { name: file.fileName ?? field, data: await dataUrlOf(call, file) };
}

/** Returns the fields of the options that the user has added. Throws NodeError PARAMETER_INVALID. */
export function requestOptions(options: OptionValues): JsonObject {
  const reasoning = options.group('reasoning.reasoningOptions');
  const effort = reasoning.text('effort');
  const summary = reasoning.text('summary') ?? 'none';
  const truncation = options.flag('truncation');
  const include = options.list('include');
  return defined({
    conversation: options.text('conversationId'),
    include: include?.length === 0 ? undefined : include,
    instructions: options.text('instructions'),
    max_output_tokens: options.number('maxTokens', 1),
    max_tool_calls: options.number('maxToolCalls', 1),
    metadata: options.object('metadata'),
    parallel_tool_calls: options.flag('parallelToolCalls'),
    previous_response_id: options.text('previousResponseId'),
    prompt: storedPrompt(options.group('promptConfig.promptOptions')),
    prompt_cache_key: options.text('promptCacheKey'),
    reasoning: effort === undefined ? undefined : { effort, ...(summary === 'none' ? {} : { summary }) },
    safety_identifier: options.text('safetyIdentifier'),
    service_tier: options.text('serviceTier'),
    store: options.flag('store'),
    text: textFormat(options),
    top_logprobs: options.number('topLogprobs', 1),
    temperature: options.number('temperature'),
    top_p: options.number('topP'),
    truncation: truncation === undefined ? undefined : truncation ? 'auto' : 'disabled',
  });
}

function storedPrompt(prompt: OptionValues): JsonObject | undefined {
  const id = prompt.text('promptId');
  return id === undefined ? undefined : { id, ...defined({ version: prompt.text('version'), variables: prompt.object('variables') }) };
}

/** Type of the answer: `text`, `json_object` or `json_schema`. */
export const formatType = (options: OptionValues): string => options.group('textFormat.textOptions').text('type') ?? 'text';

function textFormat(options: OptionValues): JsonObject | undefined {
  const format = options.group('textFormat.textOptions');
  const type = format.text('type');
  const verbosity = format.text('verbosity');
  if (type === undefined && verbosity === undefined) return undefined;
  const schema =
    type === 'json_schema'
      ? {
          name: format.text('name') ?? 'my_schema',
          schema: format.object('schema') ?? {},
          strict: format.flag('strict') === true,
          ...defined({ description: format.text('description') }),
        }
      : {};
  return { ...(type === undefined ? {} : { format: { type, ...schema } }), ...defined({ verbosity }) };
}

/** Returns the tools that OpenAI runs. Throws NodeError PARAMETER_INVALID. */
export function serviceTools({ ctx, itemIndex }: OperationCall): readonly JsonObject[] {
  const tools: JsonObject[] = [];
  const { webSearch, fileSearch, codeInterpreter } = ctx.param<Entry>('builtInTools', itemIndex, {});
  if (typeof webSearch === 'object' && webSearch !== null)
    tools.push(webSearchTool(new OptionValues(ctx, itemIndex, 'builtInTools.webSearch.')));
  if (typeof fileSearch === 'object' && fileSearch !== null) {
    tools.push(fileSearchTool(new OptionValues(ctx, itemIndex, 'builtInTools.fileSearch.')));
  }
  if (codeInterpreter === true) tools.push({ type: 'code_interpreter', container: { type: 'auto' } });
  return tools;
}

function webSearchTool(options: OptionValues): JsonObject {
  const domains = commaList(options.text('allowedDomains'));
  const place = defined({ country: options.text('country'), city: options.text('city'), region: options.text('region') });
  return {
    type: 'web_search',
    ...defined({ search_context_size: options.text('searchContextSize') }),
    ...(domains.length === 0 ? {} : { filters: { allowed_domains: domains } }),
    ...(Object.keys(place).length === 0 ? {} : { user_location: { type: 'approximate', ...place } }),
  };
}

function fileSearchTool(options: OptionValues): JsonObject {
  const stores = options.list('vectorStoreIds');
  if (stores === undefined || stores.length === 0) {
    throw new NodeError('The tool "File Search" needs the id of a vector store.', {
      code: 'PARAMETER_INVALID',
      parameter: 'builtInTools.fileSearch.vectorStoreIds',
    });
  }
  return {
    type: 'file_search',
    vector_store_ids: stores,
    ...defined({ filters: options.object('filters'), max_num_results: options.number('maxResults', 1) }),
  };
}
