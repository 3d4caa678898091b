// Puts names, paths and keys that lead to prototypes into every field of every core node that takes one, and into the data itself.
import type { AdmittedWorkflow } from '../execution/index.ts';
import { stored } from '../testing/build-workflow.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { createHttpClient } from '../execution/http/client.ts';
import { createSandbox } from '../sandbox/index.ts';
import { expectSound, hostileItems, hostileNames } from '../testing/hostile-data.ts';
import { hostileFileNodes } from '../testing/hostile-file-nodes.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../testing/run-node.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';
import { coreNodes } from './core-nodes.generated.ts';

/** Returns a node's parameters with `name` in every place that takes a name. */
type Field = (name: string) => Record<string, unknown>;
type Fields = readonly (readonly [what: string, version: number, parameters: Field, more?: (name: string) => Partial<NodeCase>])[];

const aggregating = (name: string): Record<string, unknown> => ({
  fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: name, renameField: true, outputFieldName: name }] },
  options: { keepMissing: true, mergeLists: true },
});
const sorting = (name: string): Record<string, unknown> => ({ sortFieldsUi: { sortField: [{ fieldName: name }, { fieldName: 'id' }] } });
const summarizing = (name: string): Record<string, unknown> => ({
  fieldsToSummarize: {
    values: ['append', 'concatenate', 'countUnique', 'max'].map((aggregation) => ({ aggregation, field: name, includeEmpty: true })),
  },
  fieldsToSplitBy: `${name}, id`,
});
const deduping = (name: string): Record<string, unknown> => ({ compare: 'selectedFields', fieldsToCompare: `${name}, id` });
const condition = (name: string, operation = 'equals'): Record<string, unknown> => ({
  options: { caseSensitive: true, typeValidation: 'loose', version: 2 },
  combinator: 'and',
  conditions: [
    { id: '1', leftValue: `={{ $json[${JSON.stringify(name)}] }}`, rightValue: name, operator: { type: 'string', operation } },
    { id: '2', leftValue: name, rightValue: name, operator: { type: name, operation: name } },
  ],
});
const oldCondition = (name: string): Record<string, unknown> => ({
  conditions: { string: [{ value1: `={{ $json[${JSON.stringify(name)}] }}`, value2: name }], [name]: [{ value1: 1 }] },
});
const twoInputs = (): Partial<NodeCase> => ({ inputs: [hostileItems(), hostileItems()] });
const joining = (name: string): Record<string, unknown> => ({ mergeByFields: { values: [{ field1: name, field2: name }] } });
/** Runs the node with a server, so that it can wait for webhook requests. */
const reachable = (): Partial<NodeCase> => ({ instance: { resumeUrl: () => 'https://flows.example/resume' } });
const clashes = { options: { clashHandling: { values: { resolveClash: 'addSuffix', mergeMode: 'deepMerge' } } } };
const html = '<p id="x" __proto__="1" constructor="2" toString="3">a</p>';
const xml =
  '<__proto__ polluted="1" __proto__="2"><constructor><prototype polluted="2"/></constructor><a __proto__="3">x</a><a/><__proto__>y</__proto__></__proto__>';

// oxfmt-ignore
const fields: Readonly<Record<string, Fields>> = {
  ...hostileFileNodes,
  aggregate: [
    ['fields', 1, aggregating],
    ['fields as whole names', 1, (name) => ({ ...aggregating(name), options: { disableDotNotation: true } })],
    ['destination', 1, (name) => ({ aggregate: 'aggregateAllItemData', destinationFieldName: name })],
    ['fields to include', 1, (name) => ({ aggregate: 'aggregateAllItemData', include: 'specifiedFields', fieldsToInclude: name })],
    ['fields to exclude', 1, (name) => ({ aggregate: 'aggregateAllItemData', include: 'allFieldsExcept', fieldsToExclude: name })],
  ],
  code: [
    ['keys of items', 2, (name) => ({ jsCode: `return items.map(({ json }) => ({ json: Object.defineProperty({ ...json }, ${JSON.stringify(name)}, { value: json, enumerable: true }) }))` })],
    ['keys of an item', 2, (name) => ({ mode: 'runOnceForEachItem', jsCode: `return JSON.parse(${JSON.stringify(JSON.stringify({ json: { [name]: { polluted: 1 } } }))})` })],
    ['top-level keys', 2, (name) => ({ jsCode: `return [JSON.parse(${JSON.stringify(`{"json":{},${JSON.stringify(name)}:{"polluted":1}}`)})]` })],
    ['names of nodes', 2, (name) => ({ jsCode: `return [{ json: { a: $node[${JSON.stringify(name)}].json, b: $(${JSON.stringify(name)}).first() } }]` })],
    ['static data', 2, (name) => ({ jsCode: `$getWorkflowStaticData('node')[${JSON.stringify(name)}] = { polluted: 1 }; return items` })],
    ['custom data', 2, (name) => ({ jsCode: `$execution.customData.set(${JSON.stringify(name)}, 'x'); return items` })],
  ],
  compareDatasets: [
    ['fields to match', 2.3, joining, twoInputs],
    ['fields to skip', 2.3, (name) => ({ ...joining('id'), options: { skipFields: name } }), twoInputs],
    ['fields of the mix', 2.3, (name) => ({ ...joining('id'), resolve: 'mix', exceptWhenMix: name }), twoInputs],
    ['fields of version 1', 1, (name) => ({ ...joining(name), options: { skipFields: name, disableDotNotation: true } }), twoInputs],
  ],
  crypto: [
    ['property', 1, (name) => ({ action: 'hash', value: 'a', dataPropertyName: name })],
    ['file', 1, (name) => ({ binaryData: true, binaryPropertyName: name })],
  ],
  dateTime: [
    ['property of version 1', 1, (name) => ({ value: '2026-01-01', dataPropertyName: name })],
    ['output field', 2, (name) => ({ operation: 'getCurrentDate', outputFieldName: name, options: { includeInputFields: true } })],
    ['operation, unit, format', 2, (name) => ({ operation: name, timeUnit: name, customFormat: name, format: 'custom', part: name })],
    ['units', 2, (name) => ({ operation: 'getTimeBetweenDates', startDate: '2026-01-01', endDate: '2026-01-02', units: [name] })],
    ['old format', 1, (name) => ({ value: '2026-01-01', toFormat: name })],
  ],
  debugHelper: [
    ['kinds', 1, (name) => ({ category: 'randomData', randomDataType: name })],
    ['seed and alphabet', 1, (name) => ({ category: 'randomData', randomDataType: 'nanoid', nanoidAlphabet: name, randomDataSeed: name })],
    ['error', 1, (name) => ({ category: 'throwError', throwErrorType: name, throwErrorMessage: name })],
  ],
  errorTrigger: [['data', 1, () => ({})]],
  executeWorkflow: [
    ['inputs', 1.2, (name) => ({ workflowId: 'sub', workflowInputs: { mappingMode: 'defineBelow', value: { [name]: 'x' }, schema: [{ id: name, type: 'string' }] } })],
    ['inputs by name', 1.2, (name) => ({ workflowId: 'sub', workflowInputs: { mappingMode: 'autoMapInputData', value: {}, schema: [{ id: name }] } })],
    ['id', 1.2, (name) => ({ workflowId: name })],
    ['workflow', 1.2, (name) => ({ source: 'parameter', workflowJson: JSON.stringify({ nodes: [{ name, type: 'n8n-nodes-base.start', parameters: {} }], connections: { [name]: { main: [[]] } }, [name]: {} }) })],
  ],
  executeWorkflowTrigger: [
    ['fields', 1.1, (name) => ({ inputSource: 'workflowInputs', workflowInputs: { values: [{ name, type: 'any' }] } })],
    ['example', 1.1, (name) => ({ inputSource: 'jsonExample', jsonExample: `{${JSON.stringify(name)}:{"polluted":1}}` })],
  ],
  executionData: [['keys', 1.1, (name) => ({ dataToSave: { values: [{ key: name, value: 'x' }] } })]],
  filter: [
    ['conditions', 2.2, (name) => ({ conditions: condition(name) })],
    ['patterns', 2.2, (name) => ({ conditions: condition(name, 'regex') })],
    ['conditions of version 1', 1, oldCondition],
  ],
  form: [
    ['fields', 2.3, (name) => ({ defineForm: 'json', jsonOutput: JSON.stringify([{ fieldLabel: name, fieldType: name, fieldName: name }]) }), reachable],
    ['file at the end', 2.3, (name) => ({ operation: 'completion', respondWith: 'returnBinary', inputDataFieldName: name })],
    ['end', 2.3, (name) => ({ operation: 'completion', completionTitle: name, completionMessage: name, respondWith: name })],
  ],
  formTrigger: [['data', 2.2, () => ({})]],
  function: [
    ['keys of items', 1, (name) => ({ functionCode: `items[0].json = JSON.parse(${JSON.stringify(`{${JSON.stringify(name)}:{"polluted":1}}`)}); return items` })],
  ],
  functionItem: [
    ['keys of items', 1, (name) => ({ functionCode: `item[${JSON.stringify(name.replace('__proto__', '__proto'))}] = 1; return item` })],
  ],
  html: [
    ['keys', 1.2, (name) => ({ operation: 'extractHtmlContent', dataPropertyName: 'html', extractionValues: { values: [{ key: name, cssSelector: 'p', returnValue: 'attribute' }, { key: `${name}2`, cssSelector: 'p', returnValue: 'attribute', attribute: name }] } }), () => ({ items: [{ html }] })],
    ['source', 1.2, (name) => ({ operation: 'extractHtmlContent', dataPropertyName: name, extractionValues: { values: [{ key: 'k', cssSelector: 'p' }] } })],
    ['file', 1.2, (name) => ({ operation: 'extractHtmlContent', sourceData: 'binary', dataPropertyName: name })],
    ['selector', 1.2, (name) => ({ operation: 'extractHtmlContent', dataPropertyName: 'html', extractionValues: { values: [{ key: 'k', cssSelector: name, skipSelectors: name }] } }), () => ({ items: [{ html }] })],
    ['table', 1.2, () => ({ operation: 'convertToHtmlTable', options: { capitalize: true } })],
    ['template', 1.2, (name) => ({ operation: 'generateHtmlTemplate', html: `{{ $json[${JSON.stringify(name)}] }}` })],
  ],
  htmlExtract: [
    ['keys', 1, (name) => ({ dataPropertyName: 'html', extractionValues: { values: [{ key: name, cssSelector: 'p', returnValue: 'attribute', attribute: name }] } }), () => ({ items: [{ html }] })],
    ['source', 1, (name) => ({ dataPropertyName: name, extractionValues: { values: [{ key: 'k', cssSelector: 'p' }] } })],
  ],
  httpRequest: [
    ['names', 4.2, (name) => ({ url: '~/', method: 'POST', sendQuery: true, queryParameters: { parameters: [{ name, value: 'x' }, { name: 'q', value: { [name]: 1 } }] }, sendBody: true, bodyParameters: { parameters: [{ name, value: 'x' }] } })],
    ['headers', 4.2, (name) => ({ url: '~/', sendHeaders: true, headerParameters: { parameters: [{ name, value: 'x' }] } })],
    ['JSON', 4.2, (name) => ({ url: '~/', method: 'POST', sendQuery: true, specifyQuery: 'json', jsonQuery: `{${JSON.stringify(name)}:1}`, sendBody: true, specifyBody: 'json', jsonBody: `{${JSON.stringify(name)}:{"polluted":1}}` })],
    ['form', 4.2, (name) => ({ url: '~/', method: 'POST', sendBody: true, contentType: 'form-urlencoded', bodyParameters: { parameters: [{ name, value: { [name]: [1] } }] } })],
    ['multipart', 4.2, (name) => ({ url: '~/', method: 'POST', sendBody: true, contentType: 'multipart-form-data', bodyParameters: { parameters: [{ name, value: 'x' }, { parameterType: 'formBinaryData', name, inputDataFieldName: name }] } })],
    ['output property', 4.2, (name) => ({ url: '~/text', options: { response: { response: { responseFormat: 'text', outputPropertyName: name, fullResponse: true } } } })],
    ['file property', 4.2, (name) => ({ url: '~/text', options: { response: { response: { responseFormat: 'file', outputPropertyName: name } } } })],
    ['pagination', 4.2, (name) => ({ url: '~/', method: 'POST', sendBody: true, bodyParameters: { parameters: [{ name: 'a', value: 'x' }] }, options: { pagination: { pagination: { paginationMode: 'updateAParameterInEachRequest', limitPagesFetched: true, maxRequests: 2, parameters: { parameters: ['qs', 'headers', 'body'].map((type) => ({ type, name, value: '={{ $response.body }}' })) } } } } })],
    ['names of version 1', 2, (name) => ({ url: '~/', requestMethod: 'POST', queryParametersUi: { parameter: [{ name, value: 'x' }] }, bodyParametersUi: { parameter: [{ name, value: 'x' }] }, dataPropertyName: name })],
    ['headers of version 1', 1, (name) => ({ url: '~/', jsonParameters: true, headerParametersJson: `{${JSON.stringify(name)}:"x"}`, queryParametersJson: `{${JSON.stringify(name)}:"x"}` })],
  ],
  if: [
    ['conditions', 2.2, (name) => ({ conditions: condition(name) })],
    ['conditions by expression', 2.2, (name) => ({ conditions: `={{ ${JSON.stringify(condition(name)).replaceAll('}}', '} }')} }}` })],
    ['conditions of version 1', 1, oldCondition],
  ],
  itemLists: [
    ['split', 3.1, (name) => ({ operation: 'splitOutItems', fieldToSplitOut: `${name}, list`, include: 'selectedOtherFields', fieldsToInclude: name, options: { destinationFieldName: name } })],
    ['split of version 1', 1, (name) => ({ operation: 'splitOutItems', fieldToSplitOut: name, include: 'allOtherFields', options: { destinationFieldName: name } })],
    ['aggregate', 3.1, (name) => ({ operation: 'concatenateItems', ...aggregating(name) })],
    ['aggregate whole', 3.1, (name) => ({ operation: 'concatenateItems', aggregate: 'aggregateAllItemData', destinationFieldName: name, include: 'specifiedFields', fieldsToInclude: name })],
    ['duplicates', 3.1, (name) => ({ operation: 'removeDuplicates', ...deduping(name), options: { removeOtherFields: true } })],
    ['sort', 3.1, (name) => ({ operation: 'sort', ...sorting(name) })],
    ['summarize', 3.1, (name) => ({ operation: 'summarize', ...summarizing(name) })],
    ['operation', 3.1, (name) => ({ operation: name })],
  ],
  limit: [['end', 1, (name) => ({ keep: name })]],
  manualTrigger: [['data', 1, () => ({})]],
  markdown: [
    ['destination', 1, (name) => ({ html: '<p>a</p>', destinationKey: name })],
    ['options', 1, (name) => ({ mode: 'htmlToMarkdown', html: '<p>a</p>', options: { ignore: name, blockElements: name, textReplace: { values: [{ pattern: name, replacement: name }] } } })],
    ['to HTML', 1, (name) => ({ mode: 'markdownToHtml', markdown: `# ${name}`, destinationKey: name, options: { [name]: true } })],
  ],
  merge: [
    ['fields', 3, (name) => ({ mode: 'combine', combineBy: 'combineByFields', fieldsToMatchString: name, joinMode: 'keepEverything', ...clashes }), twoInputs],
    ['fields of each input', 3, (name) => ({ mode: 'combine', advanced: true, ...joining(name), options: { disableDotNotation: true, clashHandling: { values: { mergeMode: 'deepMerge' } } } }), twoInputs],
    ['positions', 3, () => ({ mode: 'combine', combineBy: 'combineByPosition', ...clashes }), twoInputs],
    ['all with all', 3, (name) => ({ mode: 'combine', combineBy: 'combineAll', options: { clashHandling: { values: { resolveClash: name, mergeMode: 'deepMerge', overrideEmpty: true } } } }), twoInputs],
    ['fields of version 2', 2.1, (name) => ({ mode: 'combine', combinationMode: 'mergeByFields', ...joining(name), joinMode: 'enrichInput1' }), twoInputs],
    ['key of version 1', 1, (name) => ({ mode: 'mergeByKey', propertyName1: name, propertyName2: name, overwrite: 'blank' }), twoInputs],
    ['keys to keep in version 1', 1, (name) => ({ mode: 'keepKeyMatches', propertyName1: name, propertyName2: name }), twoInputs],
    ['modes', 1, (name) => ({ mode: name }), twoInputs],
  ],
  noOp: [['data', 1, () => ({})]],
  cron: [['times', 1, (name) => ({ triggerTimes: { item: [{ mode: name }, { mode: 'everyWeek', weekday: name }, { mode: 'everyX', unit: name }] } })]],
  interval: [['unit', 1, (name) => ({ interval: name, unit: name })]],
  localFileTrigger: [['path', 1, (name) => ({ triggerOn: 'folder', path: name, events: [name], options: { ignored: name, ignoreMode: name } })]],
  respondToWebhook: [
    ['key', 1.4, (name) => ({ options: { responseKey: name } })],
    ['headers', 1.4, (name) => ({ enableResponseOutput: true, options: { responseHeaders: { entries: [{ name, value: 'x' }], [name]: 'y' } } })],
    ['file', 1.4, (name) => ({ respondWith: 'binary', responseDataSource: 'set', inputFieldName: name })],
    ['JSON', 1.4, (name) => ({ respondWith: 'json', enableResponseOutput: true, responseBody: `{${JSON.stringify(name)}:{"polluted":1}}` })],
    ['way', 1.4, (name) => ({ respondWith: name })],
  ],
  rssFeedRead: [['custom fields', 1.2, (name) => ({ url: '~/feed', options: { customFields: name } })], ['address', 1, (name) => ({ url: name })]],
  rssFeedReadTrigger: [['address', 1, (name) => ({ feedUrl: name, pollTimes: { item: [{ mode: name }] } })]],
  scheduleTrigger: [['rules', 1.3, (name) => ({ rule: { interval: [{ field: name }, { field: 'cronExpression', expression: name }, { field: 'weeks', triggerAtDay: [name] }] } })]],
  sseTrigger: [['address', 1, (name) => ({ url: name })]],
  removeDuplicates: [
    ['fields', 2, deduping],
    ['all but fields', 2, (name) => ({ compare: 'allFieldsExcept', fieldsToExclude: name, options: { removeOtherFields: true } })],
    ['all fields', 1, () => ({ compare: 'allFields' })],
    ['fields of version 1', 1, deduping],
    ['values seen', 2, (name) => ({ operation: 'removeItemsSeenInPreviousExecutions', dedupeValue: name, options: { scope: name } })],
  ],
  renameKeys: [
    ['names', 1, (name) => ({ keys: { key: [{ currentKey: name, newKey: 'renamed' }, { currentKey: 'a', newKey: name }] } })],
    ['patterns', 1, (name) => ({ additionalOptions: { regexReplacement: { replacements: [{ searchRegex: '^(a|list|id)$', replaceRegex: name }] } } })],
    ['patterns of parts', 1, () => ({ additionalOptions: { regexReplacement: { replacements: [{ searchRegex: '^(.*)$', replaceRegex: '__proto__' }] } } })],
    ['patterns by name', 1, (name) => ({ additionalOptions: { regexReplacement: { replacements: [{ searchRegex: name.replaceAll(/[[\]().]/g, '.'), replaceRegex: '$1x' }] } } })],
  ],
  set: [
    ['fields', 3.4, (name) => ({ includeOtherFields: true, assignments: { assignments: [{ id: '1', name, value: 'x', type: 'string' }] } })],
    ['fields as whole names', 3.4, (name) => ({ options: { dotNotation: false }, assignments: { assignments: [{ id: '1', name, value: { polluted: 1 }, type: 'object' }] } })],
    ['fields by expression', 3.4, (name) => ({ assignments: { assignments: [{ id: '1', name: `={{ ${JSON.stringify(name)} }}`, value: '={{ $json.a }}', type: 'object' }] } })],
    ['files', 3.4, (name) => ({ assignments: { assignments: [{ id: '1', name, value: name, type: 'binary' }] } })],
    ['types', 3.4, (name) => ({ assignments: { assignments: [{ id: '1', name: 'x', value: 'x', type: name }] } })],
    ['fields kept', 3.4, (name) => ({ includeOtherFields: true, include: 'selected', includeFields: name })],
    ['fields left out', 3.4, (name) => ({ includeOtherFields: true, include: 'except', excludeFields: name })],
    ['fields of 3', 3, (name) => ({ include: 'all', fields: { values: [{ name, stringValue: 'x' }] } })],
    ['JSON', 3.4, (name) => ({ mode: 'raw', includeOtherFields: true, jsonOutput: `{${JSON.stringify(name)}:{"polluted":1},"__proto__":{"polluted":1}}` })],
    ['JSON by expression', 3.4, (name) => ({ mode: 'raw', jsonOutput: `={{ { [${JSON.stringify(name.replaceAll('.', ''))}]: $json.a } }}` })],
    ['JSON as people type it', 3.4, (name) => ({ mode: 'raw', jsonOutput: `{'${name.replaceAll("'", '')}': {polluted: 1}, __proto__: {polluted: 1},}` })],
    ['fields of version 1', 1, (name) => ({ values: { string: [{ name, value: 'x' }], number: [{ name, value: 1 }], boolean: [{ name, value: true }] } })],
    ['fields of version 2', 2, (name) => ({ keepOnlySet: true, options: { dotNotation: false }, values: { string: [{ name, value: 'x' }] } })],
  ],
  sort: [
    ['fields', 1, sorting],
    ['fields as whole names', 1, (name) => ({ ...sorting(name), options: { disableDotNotation: true } })],
    ['code', 1, (name) => ({ type: 'code', code: `return a.json[${JSON.stringify(name)}] > 1 ? 1 : -1` })],
  ],
  splitInBatches: [['state', 3, (name) => ({ batchSize: 1, options: { [name]: true } })]],
  splitOut: [
    ['fields', 1, (name) => ({ fieldToSplitOut: name })],
    ['several fields', 1, (name) => ({ fieldToSplitOut: `list, ${name}`, include: 'selectedOtherFields', fieldsToInclude: name, options: { destinationFieldName: `x, ${name}` } })],
    ['destination', 1, (name) => ({ fieldToSplitOut: 'list', include: 'allOtherFields', options: { destinationFieldName: name, disableDotNotation: true } })],
  ],
  start: [['data', 1, () => ({})]],
  stickyNote: [['content', 1, (name) => ({ content: name })]],
  stopAndError: [
    ['object', 1, (name) => ({ errorType: 'errorObject', errorObject: `{${JSON.stringify(name)}:{"polluted":1},"message":"m"}` })],
    ['message', 1, (name) => ({ errorMessage: name })],
  ],
  summarize: [
    ['aggregations', 1.1, (name) => ({ fieldsToSummarize: { values: [{ aggregation: name, field: 'id' }] } })],
    ['fields', 1.1, summarizing],
    ['as one item', 1.1, (name) => ({ ...summarizing(name), options: { outputFormat: 'singleItem' } })],
    ['split by values', 1, (name) => ({ fieldsToSummarize: { values: [{ aggregation: 'count', field: 'id' }] }, fieldsToSplitBy: 'key', options: { outputFormat: 'singleItem', field: name } }), (name) => ({ items: [{ id: 1, key: name }, { id: 2, key: '__proto__' }] })],
  ],
  switch: [
    ['rules', 3.2, (name) => ({ rules: { values: [{ conditions: condition(name), outputKey: name, renameOutput: true }] }, options: { fallbackOutput: 'extra' } })],
    ['rules of version 1', 1, (name) => ({ dataType: 'string', value1: name, rules: { rules: [{ operation: 'equal', value2: name, output: 1 }, { operation: name, value2: name }] } })],
    ['types of version 2', 2, (name) => ({ dataType: name, value1: name, rules: { rules: [{ operation: name, value2: name }] } })],
    ['output', 3.2, (name) => ({ mode: 'expression', output: name, numberOutputs: name })],
  ],
  wait: [
    ['unit', 1.1, (name) => ({ unit: name, amount: 1 })],
    ['way', 1.1, (name) => ({ resume: name })],
    ['form', 1.1, (name) => ({ resume: 'form', formFields: { values: [{ fieldLabel: name, fieldType: name }] }, limitWaitTime: true, resumeUnit: name }), reachable],
  ],
  webhook: [['data', 2, () => ({})]],
  xml: [
    ['property', 1, (name) => ({ mode: 'jsonToxml', dataPropertyName: name }), () => ({ items: [{ a: 1 }] })],
    ['elements', 1, (name) => ({ mode: 'jsonToxml', options: { rootName: 'r', attrkey: name, charkey: name } }), (name) => ({ items: [JSON.parse(`{"x":{${JSON.stringify(name)}:{"polluted":1}}}`) as Record<string, unknown>] })],
    ['source', 1, (name) => ({ mode: 'xmlToJson', dataPropertyName: name })],
    ['keys', 1, (name) => ({ mode: 'xmlToJson', dataPropertyName: 'xml', options: { attrkey: name, charkey: name, mergeAttrs: false } }), () => ({ items: [{ xml }] })],
    ['merged attributes', 1, (name) => ({ mode: 'xmlToJson', dataPropertyName: 'xml', options: { mergeAttrs: true, normalizeTags: true, explicitArray: name === 'toString' } }), () => ({ items: [{ xml }] })],
  ],
};

const http = createHttpClient();
const sandbox = createSandbox();
const subWorkflow: WorkflowFile = {
  id: 'sub',
  nodes: [{ name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1, position: [0, 0], parameters: {} }],
  connections: {},
};
let server: StubServer;

beforeAll(async () => {
  server = await stubServer((request, response) => {
    if (request.url.startsWith('/text')) response.writeHead(200, { 'content-type': 'text/plain' }).end('x');
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify([{ n: 1 }]).replace('{', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},'));
  });
});
afterAll(async () => {
  await Promise.all([http.close(), sandbox.stop(), server.close()]);
});

function run(type: string, version: number, parameters: Record<string, unknown>, more: Partial<NodeCase> = {}): Promise<NodeOutcome> {
  const workflow = async (id: string): Promise<AdmittedWorkflow | undefined> => (id === 'sub' ? stored(subWorkflow) : undefined);
  const input = {
    ...parameters,
    ...(typeof parameters['url'] === 'string' ? { url: parameters['url'].replace('~', server.address) } : {}),
  };
  return runNode({ type, version, parameters: input, items: hostileItems(), ...more, ports: { http, sandbox, workflow, ...more.ports } });
}

/** A name with a dot is a whole type, such as `millrace.name` for a node that n8n does not have. */
const typeOf = (name: string): string => (name.includes('.') ? name : `n8n-nodes-base.${name}`);

it('covers every core node', () => {
  expect(Object.keys(fields).map(typeOf).sort(), 'add the node to `fields` in engine/registry/hostile-input.test.ts').toEqual(
    // The nodes of models have a test of their own.
    coreNodes
      .map(([type]) => type)
      .filter((type) => !type.startsWith('@n8n/n8n-nodes-langchain.') && type !== 'millrace.approval')
      .sort(),
  );
});

describe.each(Object.entries(fields))('%s', (type, fieldPaths) => {
  it.each(fieldPaths.map(([what, ...rest]) => [what, rest] as const))('%s', async (_what, [version, parameters, more]) => {
    for (const name of hostileNames) {
      const outcome = await run(typeOf(type), version, parameters(name), more?.(name));
      expectSound(type, outcome);
      const continued = await run(typeOf(type), version, parameters(name), {
        ...more?.(name),
        node: { onError: 'continueErrorOutput' },
      });
      expectSound(type, continued);
    }
  });
});
