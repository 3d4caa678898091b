// Every listed version of a core node: what it changed, and the test of the node that shows it. A version that is listed without a row here fails.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coreNodes } from './core-nodes.generated.ts';

/** `test`: part of the title of a test, or of a row of its table, in the node's test. Absent if neither documentation nor release notes name a change. */
type Change = readonly [version: number, change: string, test?: string];

const changes: Readonly<Record<string, { readonly file: string; readonly changes: readonly Change[] }>> = {
  agent: {
    file: 'agent/agent.test.ts',
    changes: [
      [1.1, 'the prompt is read from chat_input', 'reads the prompt from the field of version'],
      [1.2, 'the prompt is read from chatInput', 'reads the prompt from the field of version'],
      [1.3, 'the prompt can be defined, and a parser is an option'],
      [1.4, 'no change is documented'],
      [1.5, 'no change is documented'],
      [1.6, 'the agent with tools is the default', 'runs in version'],
      [1.7, 'the prompt of a Chat Trigger is shown', 'runs in version'],
      [1.8, 'the agent with tools is the only one', 'runs in version'],
      [1.9, 'no change is documented'],
      [2, 'batches', 'runs in version'],
      [2.1, 'a second model', 'asks the second model if the first one fails, since version'],
      [2.2, 'the answer is streamed', 'streams its answer to the caller of the workflow, since version'],
      [3, 'options of memory, and a tool that must be called', 'must call a tool first, since version'],
      [3.1, 'no prompt of a Guardrails node'],
    ],
  },
  agentTool: {
    file: 'agent-tool/agent-tool.test.ts',
    changes: [[3, 'the options of agents of version 3', 'runs in version']],
  },
  chat: {
    file: 'chat/chat.test.ts',
    changes: [
      [1.1, 'sending and waiting are operations', 'whose address only the chat knows, in version'],
      [1.2, 'no change is documented'],
      [1.3, 'no change is documented'],
    ],
  },
  chatTrigger: {
    file: 'chat-trigger/chat-trigger.test.ts',
    changes: [1.1, 1.2, 1.3, 1.4]
      .map((version): Change => [version, 'other modes of response', 'is answered by the last node in all versions'])
      .concat([[1.5, 'the item has the person who is signed in', 'names the person in the item, since version 1.5']]),
  },
  chainLlm: {
    file: 'chain-llm/chain-llm.test.ts',
    changes: [
      [1.1, 'the prompt is read from chat_input', 'reads the prompt of version'],
      [1.2, 'a parser and a second model at inputs that parameters add', 'reads the prompt of version'],
      [1.3, 'the prompt is read from chatInput', 'reads the prompt of version'],
      [1.4, 'the prompt can be defined', 'reads the prompt of version'],
      [1.5, 'the prompt of a Chat Trigger is shown', 'reads the prompt of version'],
      [1.6, 'no change is documented', 'reads the prompt of version'],
      [1.7, 'batches', 'works on batches with a pause between them, since version'],
      [1.8, 'no prompt of a Guardrails node', 'reads the prompt of version'],
      [1.9, 'no change is documented', 'reads the prompt of version'],
    ],
  },
  chainSummarization: {
    file: 'chain-summarization/chain-summarization.test.ts',
    changes: [
      [2, 'the fields or a file of the item are summarized', 'returns the summary in version'],
      [2.1, 'batches, and the summary in the field output', 'returns the summary in version'],
    ],
  },
  memoryBufferWindow: {
    file: 'memory-buffer-window/memory-buffer-window.test.ts',
    changes: [
      [1.1, 'the session is read from sessionId', 'reads the session in version'],
      [1.2, 'a key of the user instead', 'reads the session in version'],
      [1.3, 'the field of the session can be changed', 'reads the session in version'],
      [1.4, 'no change is documented', 'reads the session in version'],
    ],
  },
  memoryPostgresChat: {
    file: 'memory-postgres-chat/memory-postgres-chat.test.ts',
    changes: [
      [1.1, 'a window of exchanges', 'has the session and the window of version'],
      [1.2, 'the field of the session can be changed', 'has the session and the window of version'],
      [1.3, 'no change is documented', 'has the session and the window of version'],
      [1.4, 'no change is documented', 'has the session and the window of version'],
    ],
  },
  memoryRedisChat: {
    file: 'memory-redis-chat/memory-redis-chat.test.ts',
    changes: [
      [1.1, 'the session is read from the item', 'has the session and the window of version'],
      [1.2, 'the session comes from the chat, or is a key', 'has the session and the window of version'],
      [1.3, 'a window of exchanges', 'has the session and the window of version'],
      [1.4, 'the field of the session can be changed', 'has the session and the window of version'],
      [1.5, 'no change is documented', 'has the session and the window of version'],
      [1.6, 'no change is documented', 'has the session and the window of version'],
    ],
  },
  memoryManager: {
    file: 'memory-manager/memory-manager.test.ts',
    changes: [[1.1, 'no change is documented', 'returns all messages in version']],
  },
  guardrails: {
    file: 'guardrails/guardrails.test.ts',
    changes: [[2, 'no change is documented', 'replaces what it has found by placeholders in version']],
  },
  informationExtractor: {
    file: 'information-extractor/information-extractor.test.ts',
    changes: [
      [1.1, 'batches', 'works on batches since version'],
      [1.2, 'every field of an example is required', 'requires every field of the example since version'],
    ],
  },
  outputParserStructured: {
    file: 'output-parser-structured/output-parser-structured.test.ts',
    changes: [
      [1.1, 'no change is documented', 'reads its schema in version'],
      [1.2, 'the schema can come from an example', 'reads its schema in version'],
      [1.3, 'every field of an example is required', 'requires every field of the example since version'],
    ],
  },
  sentimentAnalysis: {
    file: 'sentiment-analysis/sentiment-analysis.test.ts',
    changes: [[1.1, 'batches', 'sends the item to the output of its sentiment in version']],
  },
  textClassifier: {
    file: 'text-classifier/text-classifier.test.ts',
    changes: [[1.1, 'batches', 'sends the item to the output of its category in version']],
  },
  code: {
    file: 'code/code.test.ts',
    changes: [[2, 'a parameter for the language, which version 1 does not have', 'runs the code of every version']],
  },
  compareDatasets: {
    file: 'compare-datasets/compare-datasets.test.ts',
    changes: [
      [2, 'fuzzy comparison is a parameter of its own; both versions are told unless told otherwise', '2 tells both versions unless told'],
      [2.1, 'no change is documented'],
      [2.2, 'a field that no item has is not an error', 'rejects a field that no item has'],
      [2.3, 'no change is documented'],
    ],
  },
  compression: {
    file: 'compression/compression.test.ts',
    changes: [[1.1, 'files are named by the output field', 'numbers its files in version 1']],
  },
  convertToFile: {
    file: 'convert-to-file/convert-to-file.test.ts',
    changes: [[1.1, 'CSV files have no byte order mark unless told otherwise', 'as CSV start with a mark in version']],
  },
  crypto: {
    file: 'crypto/crypto.test.ts',
    changes: [
      [2, 'SHA-256 is the default', 'has its own default hash algorithm'],
      [2, 'secrets are in a credential', 'reads the secret from a credential since version 2'],
    ],
  },
  dateTime: {
    file: 'date-time/date-time.test.ts',
    changes: [[2, 'operations of their own, with formats of Luxon', 'formats of version 1']],
  },
  executeWorkflow: {
    file: 'execute-workflow/execute-workflow.test.ts',
    changes: [
      [1.1, 'the workflow is chosen from a list', 'a workflow chosen from a list'],
      [1.2, 'fields of the called workflow are mapped', 'passes mapped fields'],
      [1.3, 'no change is documented'],
      [1.4, 'no change is documented'],
    ],
  },
  executeWorkflowTrigger: {
    file: 'execute-workflow-trigger/execute-workflow-trigger.test.ts',
    changes: [
      [1.1, 'the fields that callers fill are declared', 'the declared fields'],
      [1.2, 'the caller receives all runs of the last node', 'returns the runs of its last node'],
    ],
  },
  executionData: {
    file: 'execution-data/execution-data.test.ts',
    changes: [[1.1, 'missing values and objects are saved as text', 'rejects a missing value and an object']],
  },
  extractFromFile: {
    file: 'extract-from-file/extract-from-file.test.ts',
    changes: [
      [1.1, 'dates of spreadsheets are ISO texts', 'are serial numbers as raw data, and in version 1'],
      [1.1, 'byte order marks are removed from names', 'keeps a mark in version 1, unless the option is on'],
      [1.1, 'columns of one name in CSV files are numbered', 'several columns of one name, in version'],
      [1.1, 'numbers with leading zeros are as they are shown', 'with the format %s'],
    ],
  },
  filter: {
    file: 'filter/filter.test.ts',
    changes: [
      [2, 'conditions of several types, with AND or OR', 'keeps items by %s'],
      [2.1, 'loose comparison is a parameter of its own', '2.1'],
      [2.2, 'conditions of the second form', '2.2'],
      [2.3, 'conditions of the third form'],
    ],
  },
  form: {
    file: '../webhooks/waiting-calls.test.ts',
    changes: [
      [2, 'no change is documented'],
      [2.1, 'no change is documented'],
      [2.2, 'no change is documented'],
      [2.3, 'no change is documented'],
      [2.4, 'no change is documented'],
      [2.5, 'no change is documented'],
      [2.6, 'numbers that are left empty are null', 'a number that is left empty on a page of version'],
    ],
  },
  function: { file: 'function/function.test.ts', changes: [[2, 'no change is documented']] },
  graphql: { file: 'graphql/graphql.test.ts', changes: [[1.1, 'queries are sent as JSON unless told otherwise', '1.1']] },
  html: {
    file: 'html/html.test.ts',
    changes: [
      [1.1, 'no change is documented'],
      [1.2, 'text is laid out as on a page', 'lays text out like a page since 1.2'],
      [1.2, 'cleaned text keeps blocks apart', 'keeps the texts of blocks and cells apart'],
    ],
  },
  if: {
    file: 'if/if.test.ts',
    changes: [
      [2, 'conditions of several types, with AND or OR', 'if, version 2 and later'],
      [2.1, 'loose comparison is a parameter of its own', '2.1'],
      [2.2, 'conditions of the second form', '2.2'],
      [2.3, 'conditions of the third form', '2.3'],
    ],
  },
  itemLists: {
    file: 'item-lists/item-lists.test.ts',
    changes: [
      [2, 'no change is documented'],
      [2.1, 'a missing field is a hint instead of an error', 'of a missing field fails before 2.1 and adds a hint since'],
      [2.2, 'other values than lists are split, and several fields', 'splits other values than lists, and several fields, since 2.2'],
      [3, 'summarizes, and other names of operations'],
      [3.1, 'fields to compare may have several types', 'requires one type per field before 3.1'],
    ],
  },
  embeddingsOpenAi: {
    file: 'embeddings-open-ai/embeddings-open-ai.test.ts',
    changes: [
      [1.1, 'another default model', 'has in version'],
      [1.2, 'the address is that of the credential', 'sends requests to the address of the credential, since version'],
    ],
  },
  lmChatAnthropic: {
    file: 'lm-chat-anthropic/lm-chat-anthropic.test.ts',
    changes: [
      [1.1, 'another default model', 'has in version'],
      [1.2, 'another default model, and no models of Claude 2', 'has in version'],
      [1.3, 'the model is chosen from a list or entered', 'takes the model from a list, since version'],
      [1.4, 'another default model', 'has in version'],
      [1.5, 'modes of thinking instead of a switch', 'has modes of thinking, since version'],
      [1.6, 'another default model', 'has in version'],
    ],
  },
  googleGemini: {
    file: 'google-gemini/google-gemini.test.ts',
    changes: [
      [1.1, 'tools that Google runs, and all texts as one', 'since version 1.1 with its text as one'],
      [1.2, 'default models'],
    ],
  },
  openAi: {
    file: 'open-ai/open-ai.test.ts',
    changes: [
      [1.1, 'no change is documented'],
      [1.2, 'tools for most models only', 'sends chats in version'],
      [1.3, 'an option of assistants', 'says that assistants have ended'],
      [1.4, 'the model that sees images is chosen', 'with the model of version 1.4'],
      [1.5, 'a limit of rounds of tools', 'since version 1.5 at the limit of the node'],
      [1.6, 'the memory of assistants', 'says that assistants have ended'],
      [1.7, 'no change is documented'],
      [1.8, 'the address is that of the credential', 'asks a service with the same API'],
      [2, 'the Responses API', 'sends messages in version'],
      [2.1, 'the newest model moderates', 'moderation by the model of version 1'],
      [2.2, 'the model that makes images is chosen', 'an image of a text'],
      [2.3, 'the model that changes images is chosen', 'an image that is changed by DALL·E'],
    ],
  },
  lmChatGoogleGemini: {
    file: 'lm-chat-google-gemini/lm-chat-google-gemini.test.ts',
    changes: [
      [1.1, 'another default model', 'has in version'],
      [1.2, 'no change is documented'],
    ],
  },
  lmChatOpenAi: {
    file: 'lm-chat-open-ai/lm-chat-open-ai.test.ts',
    changes: [
      [1.1, 'the address is that of the credential', 'sends requests to the address of the credential, since version'],
      [1.2, 'the model is chosen from a list or entered', 'takes the model from a list, since version'],
      [1.3, 'the Responses API', 'uses the Responses API, since version'],
    ],
  },
  mcpClient: {
    file: 'mcp-client/mcp-client.test.ts',
    changes: [[1.1, 'no change is documented', 'calls the tool for each item in version']],
  },
  mcpClientTool: {
    file: 'mcp-client-tool/mcp-client-tool.test.ts',
    changes: [
      [1.1, 'the transport can be chosen', 'lists and calls tools in version'],
      [1.2, 'HTTP Streamable is the default, with OAuth2 and several headers', 'lists and calls tools in version'],
      [1.3, 'no change is documented', 'lists and calls tools in version'],
      [1.4, 'no change is documented', 'lists and calls tools in version'],
    ],
  },
  mcpTrigger: {
    file: 'mcp-trigger/mcp-trigger.test.ts',
    changes: [
      [1.1, 'no change is documented', 'offers and runs the attached tools in version'],
      [2, 'one address for both transports', 'offers and runs the attached tools in version'],
      [2.1, 'the user of OAuth2 in the output', 'offers and runs the attached tools in version'],
    ],
  },
  merge: {
    file: 'merge/merge.test.ts',
    changes: [
      [2, 'modes are combined, with output of matches', 'rejects a field that no item has only in version 2'],
      [2.1, 'a field that no item has is not an error', 'rejects a field that no item has only in version 2'],
      [3, 'more than two inputs, and SQL', 'merge, the ports of version 3'],
      [3.1, 'no change is documented'],
      [3.2, 'an SQL query without rows returns nothing', '3.2'],
    ],
  },
  moveBinaryData: { file: 'move-binary-data/move-binary-data.test.ts', changes: [[1.1, 'no change is documented']] },
  noOp: {
    file: 'no-op/no-op.test.ts',
    changes: [
      [1.1, 'none: only in files written by hand'],
      [1.2, 'none: only in files written by hand'],
      [1.7, 'none: only in files written by hand'],
      [2, 'none: only in files written by hand'],
    ],
  },
  readWriteFile: { file: 'read-write-file/read-write-file.test.ts', changes: [[1.1, 'no change is documented']] },
  removeDuplicates: {
    file: 'remove-duplicates/remove-duplicates.test.ts',
    changes: [
      [1.1, 'no change is documented'],
      [2, 'items of earlier executions are removed', 'version: 2, staticData'],
    ],
  },
  rssFeedRead: {
    file: 'rss-feed-read/rss-feed-read.test.ts',
    changes: [
      [1.1, 'a feed for each input item', 'of version 1: one feed; since 1.1 one for each item'],
      [1.2, 'no change is documented'],
    ],
  },
  scheduleTrigger: {
    file: 'schedule-trigger/schedule-trigger.test.ts',
    changes: [
      [1.1, 'no change is documented'],
      [1.2, 'no change is documented'],
      [1.3, 'intervals beyond the range of their unit are rejected', 'of version 1.3 accept %s up to %d'],
      [1.4, 'no change is documented'],
    ],
  },
  set: {
    file: 'set/set.test.ts',
    changes: [
      [2, 'numeric texts become numbers'],
      [3, 'typed fields, JSON, and a choice of input fields', 'set, version 3: JSON'],
      [3.1, 'null is not accepted as text', 'version 3.1 rejects it unless errors are ignored'],
      [3.2, 'null stays null', '[3.2, null]'],
      [3.3, 'fields are assignments', '3.3'],
      [3.4, 'files are kept with the other fields', 'keeps them with other fields'],
      [3.5, 'dates are texts', '3.5'],
      [3.5, 'JSON is set as it is written', 'as they are written, since 3.5'],
    ],
  },
  splitInBatches: {
    file: 'split-in-batches/split-in-batches.test.ts',
    changes: [
      [2, 'an output for all items at the end', 'returns batches and then all collected items'],
      [3, 'the outputs are in reverse order', 'returns batches and then all collected items'],
    ],
  },
  spreadsheetFile: {
    file: 'spreadsheet-file/spreadsheet-file.test.ts',
    changes: [
      [2, 'CSV is read as texts', 'CSV as texts in version 2'],
      [2, 'CSV files have no byte order mark unless told otherwise', 'CSV starts with a byte order mark in version'],
    ],
  },
  summarize: {
    file: 'summarize/summarize.test.ts',
    changes: [
      [1.1, 'a missing field is a hint instead of an error', 'version 1.1 adds a hint'],
      [1.1, 'values to split by keep their type and order', 'version 1.1 keeps their types and order'],
    ],
  },
  switch: {
    file: 'switch/switch.test.ts',
    changes: [
      [2, 'an output for each rule', 'switch, version 2'],
      [3, 'rules of several conditions', 'switch, version 3 and later'],
      [3.1, 'loose comparison is a parameter of its own', '3.1'],
      [3.2, 'conditions of the second form', '3.2'],
      [3.3, 'no change is documented', '3.3'],
      [3.4, 'conditions of the third form', '3.4'],
    ],
  },
  toolCode: {
    file: 'tool-code/tool-code.test.ts',
    changes: [
      [1.1, 'the name has letters, digits and underscores only', 'passes the text of a model to its code in version'],
      [1.2, 'the name is that of the node', 'passes the text of a model to its code in version'],
      [1.3, 'all fields of an example are required', 'whose fields are required since 1.3'],
    ],
  },
  toolHttpRequest: {
    file: 'tool-http-request/tool-http-request.test.ts',
    changes: [[1.1, 'the model passes each value by its name, as in version 1 here', 'fills in the placeholders of every part in version']],
  },
  toolThink: {
    file: 'tool-think/tool-think.test.ts',
    changes: [[1.1, 'the name is that of the node', 'returns the thought in version']],
  },
  toolWorkflow: {
    file: 'tool-workflow/tool-workflow.test.ts',
    changes: [
      [1.1, 'the name has letters, digits and underscores only', 'returns one field of the first item: version'],
      [1.2, 'the workflow is chosen from a list', 'returns one field of the first item: version'],
      [1.3, 'the whole item is returned', 'returns the first item since 1.3'],
      [
        2,
        'inputs that the workflow declares, and values of the model',
        'passes what the model chose to the inputs of the workflow: version',
      ],
      [2.1, 'all items are returned', 'returns all items since 2.1'],
      [2.2, 'the name is that of the node', 'passes what the model chose to the inputs of the workflow: version'],
    ],
  },
  chainRetrievalQa: {
    file: 'chain-retrieval-qa/chain-retrieval-qa.test.ts',
    changes: [
      [1.1, 'the question is read from chat_input', 'reads the question of version'],
      [1.2, 'the question is read from chatInput', 'reads the question of version'],
      [1.3, 'the question can be defined', 'reads the question of version'],
      [1.4, 'the question of a Chat Trigger is shown', 'reads the question of version'],
      [1.5, 'the answer is a text, and {input} is the question', 'reads the question of version'],
      [1.6, 'batches', 'works on batches with a pause between them, since version'],
      [1.7, 'no question of a Guardrails node', 'reads the question of version'],
    ],
  },
  documentDefaultDataLoader: {
    file: 'document-default-data-loader/document-default-data-loader.test.ts',
    changes: [[1.1, 'texts are split without a splitter', 'are split simply, with the lines of each chunk, since version']],
  },
  toolVectorStore: {
    file: 'tool-vector-store/tool-vector-store.test.ts',
    changes: [[1.1, 'the name is that of the node', 'has in version']],
  },
  vectorStoreInMemory: {
    file: 'vector-store-in-memory/vector-store-in-memory.test.ts',
    changes: [
      [1.1, 'documents are embedded in batches', 'embeds in batches, since version'],
      [1.2, 'workflows share their stores', 'is shared by the workflows of a user, since version'],
      [1.3, 'the name of the tool is that of the node', 'is a tool in version'],
    ],
  },
  vectorStorePGVector: {
    file: 'vector-store-pg-vector/vector-store-pg-vector.test.ts',
    changes: [
      [1.1, 'documents are embedded in batches', 'says in version'],
      [1.2, 'no change is documented'],
      [1.3, 'the name of the tool is that of the node'],
    ],
  },
  vectorStorePinecone: {
    file: 'vector-store-pinecone/vector-store-pinecone.test.ts',
    changes: [
      [1.1, 'documents are embedded in batches', 'embeds in version'],
      [1.2, 'no change is documented'],
      [1.3, 'the name of the tool is that of the node'],
    ],
  },
  vectorStoreQdrant: {
    file: 'vector-store-qdrant/vector-store-qdrant.test.ts',
    changes: [
      [1.1, 'documents are embedded in batches', 'embeds in version'],
      [1.2, 'no change is documented'],
      [1.3, 'the name of the tool is that of the node'],
    ],
  },
  vectorStoreSupabase: {
    file: 'vector-store-supabase/vector-store-supabase.test.ts',
    changes: [
      [1.1, 'documents are embedded in batches', 'embeds in version'],
      [1.2, 'no change is documented'],
      [1.3, 'the name of the tool is that of the node'],
    ],
  },
  wait: {
    file: 'wait/wait.test.ts',
    changes: [[1.1, 'five seconds are the default, not one hour', 'for five seconds by default, in version']],
  },
};

/** Nodes whose own tests have a table of their versions. */
const elsewhere = /^(?:httpRequest|webhook|respondToWebhook|formTrigger)$/;

const nodes = join(import.meta.dirname, '../nodes');

it('every version of a core node has a row that says what it changed', async () => {
  const lacking: string[] = [];
  for (const [type, load] of coreNodes) {
    const name = type.replace(/^(?:n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./, '');
    const versions = (await load()).versions.flatMap(({ description }) => description.version).sort((a, b) => a - b);
    const rows = changes[name]?.changes.map(([version]) => version) ?? [];
    if (elsewhere.test(name)) continue;
    for (const version of versions.slice(1)) if (!rows.includes(version)) lacking.push(`${name} ${version}`);
    for (const version of rows) if (!versions.slice(1).includes(version)) lacking.push(`${name} ${version} does not exist`);
  }
  expect(lacking).toEqual([]);
});

it.each(
  Object.entries(changes).flatMap(([name, { file, changes: rows }]) =>
    rows.map(([version, change, test]) => ({ name, file, version, change, test })),
  ),
)('$name $version: $change', ({ file, version, change, test }) => {
  const path = join(nodes, file);
  expect(existsSync(path), path).toBe(true);
  if (test === undefined) return;
  const source = readFileSync(path, 'utf8');
  expect(source, change).toContain(test);
  expect(source, `a test with version ${version}`).toMatch(new RegExp(`\\b${String(version).replace('.', String.raw`\.`)}\\b`));
});
