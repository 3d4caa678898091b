// Messages to a model, and questions about files.
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import { NodeError, type AgentTool, type ItemResult } from '../../../sdk/index.ts';
import { defined, OptionValues } from '../../_shared/ai/models/option-values.ts';
import {
  entriesOf,
  isSimplified,
  requiredText,
  textIn,
  type Operation,
  type OperationCall,
} from '../../_shared/ai/services/node-operations.ts';
import { addressesIn, fetchedFile, itemFiles } from '../../_shared/ai/services/service-files.ts';
import { answerWithTools, type RequestedCall } from '../../_shared/ai/services/tool-rounds.ts';
import { modelPath, serviceOf, type GeminiService } from '../gemini-service.ts';
import { storedFile } from './file.ts';

export interface GeminiPart extends JsonObject {
  readonly text?: unknown;
  readonly thought?: unknown;
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: unknown };
  readonly inlineData?: { readonly mimeType?: string; readonly data?: string };
}
interface Candidate extends JsonObject {
  readonly content?: { readonly parts?: readonly GeminiPart[] };
}
export interface GeminiResponse extends JsonObject {
  readonly candidates?: readonly Candidate[];
}

export const partsOf = ({ content }: Candidate): readonly GeminiPart[] => content?.parts ?? [];

export const generate = (call: OperationCall, service: GeminiService, json: JsonObject): Promise<GeminiResponse> =>
  service.json({ path: `/${modelPath(call)}:generateContent`, json });

export const messageModel: Operation = async (call) => {
  const { ctx, itemIndex, attached } = call;
  const options = new OptionValues(ctx, itemIndex);
  const tools = await attached.tools(itemIndex);
  const entries = entriesOf(call, 'messages.values').map(({ role = 'user', content }) => ({
    role: textIn(role),
    parts: [{ text: textIn(content) }],
  }));
  const rules = [options.text('systemMessage'), ...entries.filter(({ role }) => role === 'system').map(({ parts }) => parts[0]?.text)];
  const contents: JsonObject[] = entries.filter(({ role }) => role !== 'system');
  const body = {
    ...systemInstruction(rules),
    generationConfig: generationConfig(options, ctx.param('jsonOutput', itemIndex, false) === true),
    ...toolsOf(call, tools),
  };
  const service = await serviceOf(call);
  const response = await answerWithTools<GeminiResponse>(call, {
    tools,
    send: () => generate(call, service, { contents, ...body }),
    callsIn,
    append: ({ candidates }, results) => {
      // Thoughts are signed, and are sent back with the calls.
      contents.push(candidates?.[0]?.content as JsonObject);
      const parts = results.map(({ id, name, result }) => ({
        functionResponse: { ...(id === '' ? {} : { id }), name, response: { output: result } },
      }));
      contents.push({ role: 'user', parts });
    },
  });
  return outputOf(call, response, options.flag('includeMergedResponse') === true);
};

const systemInstruction = (texts: readonly (string | undefined)[]): JsonObject => {
  const filled = texts.filter((text): text is string => text !== undefined && text !== '');
  return filled.length === 0 ? {} : { systemInstruction: { parts: filled.map((text) => ({ text })) } };
};

function generationConfig(options: OptionValues, isJson: boolean): JsonObject {
  const thinkingBudget = options.number('thinkingBudget');
  return {
    ...(isJson ? { responseMimeType: 'application/json' } : {}),
    ...(thinkingBudget === undefined ? {} : { thinkingConfig: { thinkingBudget } }),
    ...defined({
      frequencyPenalty: options.number('frequencyPenalty'),
      maxOutputTokens: options.number('maxOutputTokens', 1),
      candidateCount: options.number('candidateCount', 1),
      presencePenalty: options.number('presencePenalty'),
      temperature: options.number('temperature'),
      topP: options.number('topP'),
      topK: options.number('topK', 1),
    }),
  };
}

/** Returns the tools: those that are connected, and those that Google runs. Throws NodeError PARAMETER_INVALID. */
function toolsOf(call: OperationCall, tools: readonly AgentTool[]): JsonObject {
  const { ctx, itemIndex } = call;
  const own = tools.map(({ name, description, inputSchema }) => ({ name, description, parametersJsonSchema: inputSchema }));
  const added = ctx.param<JsonObject>('builtInTools', itemIndex, {});
  const place = new OptionValues(ctx, itemIndex, 'builtInTools.googleMaps.');
  const [latitude, longitude] = [place.number('latitude'), place.number('longitude')];
  const list = [
    ...(own.length === 0 ? [] : [{ functionDeclarations: own }]),
    ...(added['googleSearch'] === true ? [{ googleSearch: {} }] : []),
    ...(isObject(added['googleMaps']) ? [{ googleMaps: {} }] : []),
    ...(added['urlContext'] === true ? [{ urlContext: {} }] : []),
    ...(isObject(added['fileSearch']) ? [{ fileSearch: fileSearch(new OptionValues(ctx, itemIndex, 'builtInTools.fileSearch.')) }] : []),
    ...(added['codeExecution'] === true || new OptionValues(ctx, itemIndex).flag('codeExecution') === true ? [{ codeExecution: {} }] : []),
  ];
  return {
    ...(list.length === 0 ? {} : { tools: list }),
    ...(latitude === undefined || longitude === undefined ? {} : { toolConfig: { retrievalConfig: { latLng: { latitude, longitude } } } }),
  };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function fileSearch(options: OptionValues): JsonObject {
  const stores = options.list('fileSearchStoreNames');
  if (stores !== undefined && stores.length > 0) {
    return { fileSearchStoreNames: stores, ...defined({ metadataFilter: options.text('metadataFilter') }) };
  }
  throw new NodeError('The tool "File Search" needs the name of a store.', {
    code: 'PARAMETER_INVALID',
    parameter: 'builtInTools.fileSearch.fileSearchStoreNames',
  });
}

const callsIn = ({ candidates }: GeminiResponse): readonly RequestedCall[] =>
  partsOf(candidates?.[0] ?? {}).flatMap(({ functionCall }) =>
    functionCall === undefined ? [] : [{ id: functionCall.id ?? '', name: functionCall.name, args: functionCall.args ?? {} }],
  );

const mergedText = (candidate: Candidate): string =>
  partsOf(candidate)
    .map(({ text, thought }) => (thought === true || typeof text !== 'string' ? '' : text))
    .join('');

/** Returns an item for each answer, or one with the whole response. Throws NodeError if the service has not answered. */
function outputOf(call: OperationCall, response: GeminiResponse, isMerged = false): ItemResult {
  const { candidates = [] } = response;
  if (!isSimplified(call)) {
    const [first] = candidates;
    return { json: isMerged && first !== undefined ? { ...response, mergedResponse: mergedText(first) } : response };
  }
  if (candidates.length === 0) throw unanswered(call, response);
  return candidates.map((candidate): Item => ({ json: isMerged ? { ...candidate, mergedResponse: mergedText(candidate) } : candidate }));
}

export function unanswered({ itemIndex }: OperationCall, response: GeminiResponse): NodeError {
  const { blockReason } = (response['promptFeedback'] ?? {}) as { readonly blockReason?: unknown };
  return new NodeError(`Gemini has not answered${typeof blockReason === 'string' ? `: it blocked the prompt (${blockReason})` : ''}.`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    itemIndex,
    hint: 'Change the prompt, or choose another model.',
  });
}

/** Returns an operation that asks about files. `urls`: parameter with their addresses. */
export const analyzeFiles =
  (urls: string, textOf: (call: OperationCall) => string = (call) => requiredText(call, 'text', 'Text Input')): Operation =>
  async (call) => {
    const { ctx, itemIndex } = call;
    const service = await serviceOf(call);
    const isUrl = ctx.param('inputType', itemIndex, 'url') === 'url';
    const parts: JsonObject[] = [];
    if (isUrl) for (const url of addressesIn(call, urls)) parts.push(await partAt(call, service, url));
    else for (const entry of itemFiles(call)) parts.push(partOf(await storedFile(call, service, entry)));
    const response = await generate(call, service, {
      contents: [{ role: 'user', parts: [...parts, { text: textOf(call) }] }],
      generationConfig: generationConfig(new OptionValues(ctx, itemIndex), false),
    });
    return outputOf(call, response);
  };

const partOf = ({ uri, mimeType }: JsonObject): JsonObject => ({ fileData: { fileUri: uri, mimeType } });

/** Google reads its own files and videos of YouTube itself; other files are uploaded. */
async function partAt(call: OperationCall, service: GeminiService, url: string): Promise<JsonObject> {
  if (service.isOwn(url) || /^(?:www\.|m\.)?(?:youtube\.com|youtu\.be)$/.test(new URL(url).hostname)) return { fileData: { fileUri: url } };
  return partOf(await storedFile(call, service, await fetchedFile(call, url)));
}

export const transcribe = analyzeFiles('audioUrls', ({ ctx, itemIndex }) => {
  const options = new OptionValues(ctx, itemIndex);
  const [start, end] = [options.text('startTime'), options.text('endTime')];
  const span = `${start === undefined ? '' : ` from ${start}`}${end === undefined ? '' : ` to ${end}`}`;
  return `Write a transcript of the speech${span}. Return only the transcript.`;
});
