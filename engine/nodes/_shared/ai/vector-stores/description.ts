// The description that all vector stores share. A store has five modes; in some of them it is a root node, in the others it is attached.
import type { NodeVersion } from '../../../../sdk/index.ts';
import type { DisplayOptions, NodeProperty, PropertyOption } from '../../../../workflow/node-type.ts';
import { notice } from '../tools/tool-properties.ts';

type Description = NodeVersion['description'];

export interface VectorStoreTexts {
  readonly displayName: string;
  readonly description: string;
  readonly alias: readonly string[];
  /** Credential type; absent without an account. */
  readonly credential?: string;
  readonly canUpdate?: boolean;
  /** Parameters that name the store: a table, a collection, an index. */
  readonly fields: readonly NodeProperty[];
  readonly insertFields?: readonly NodeProperty[];
  /** Parameters of Get Many and of the tool. */
  readonly loadFields?: readonly NodeProperty[];
  readonly retrieveFields?: readonly NodeProperty[];
  readonly updateFields?: readonly NodeProperty[];
}

const modes = {
  load: {
    name: 'Get Many',
    action: 'Get ranked documents from vector store',
    description: 'The documents that are closest to a prompt, as items',
  },
  insert: {
    name: 'Insert Documents',
    action: 'Add documents to vector store',
    description: 'Stores the documents of a loader that is connected to this node',
  },
  retrieve: {
    name: 'Retrieve Documents (As Vector Store for Chain/Tool)',
    action: 'Retrieve documents for Chain/Tool as Vector Store',
    description: 'For a retriever or a tool that is connected to this node',
  },
  'retrieve-as-tool': {
    name: 'Retrieve Documents (As Tool for AI Agent)',
    action: 'Retrieve documents for AI Agent as Tool',
    description: 'A tool with which an agent searches',
  },
  update: { name: 'Update Documents', action: 'Update vector store documents', description: 'Replaces a document by its id' },
} as const satisfies Readonly<Record<string, Omit<PropertyOption, 'value'>>>;

export type StoreMode = keyof typeof modes;

/** Returns when a parameter is visible: in these modes. */
export const inModes = (...names: readonly StoreMode[]): DisplayOptions => ({ show: { mode: names } });

const searching = ['load', 'retrieve', 'retrieve-as-tool'] as const;

const INPUTS = `={{ [
  ...(["load", "insert", "update"].includes($parameter.mode) ? ["main"] : []),
  { displayName: "Embedding", type: "ai_embedding", required: true, maxConnections: 1 },
  ...($parameter.mode === "insert" ? [{ displayName: "Document", type: "ai_document", required: true, maxConnections: 1 }] : []),
  ...($parameter.useReranker === true && ${JSON.stringify(searching)}.includes($parameter.mode)
    ? [{ displayName: "Reranker", type: "ai_reranker", required: true, maxConnections: 1 }] : [])
] }}`;

const OUTPUTS = `={{ $parameter.mode === "retrieve-as-tool" ? [{ displayName: "Tool", type: "ai_tool" }]
  : $parameter.mode === "retrieve" ? [{ displayName: "Vector Store", type: "ai_vectorStore" }] : ["main"] }}`;

export function vectorStoreDescription(texts: VectorStoreTexts): Description {
  const { displayName, description, alias, credential, fields } = texts;
  return {
    displayName,
    description,
    version: [1, 1.1, 1.2, 1.3],
    group: ['transform'],
    subtitle: '={{ $parameter["mode"] }}',
    defaults: { name: displayName },
    codex: {
      categories: ['AI'],
      subcategories: {
        AI: ['Vector Stores', 'Tools', 'Root Nodes'],
        'Vector Stores': [credential === undefined ? 'For Beginners' : 'Other Vector Stores'],
        Tools: ['Other Tools'],
      },
      alias: [...alias, 'rag', 'embeddings', 'similarity', 'knowledge base'],
    },
    inputs: INPUTS,
    outputs: OUTPUTS,
    ...(credential === undefined ? {} : { credentials: [{ name: credential, required: true }] }),
    properties: [
      {
        displayName: 'Insert documents once, and let an agent or a chain search them afterwards: with the same embedding model.',
        name: 'ragStarterCallout',
        type: 'callout',
        default: '',
      },
      modeProperty(texts),
      notice('Connect this node to a retriever, or to a tool that answers questions with a vector store.', {
        displayOptions: inModes('retrieve'),
      }),
      ...toolProperties,
      ...fields,
      {
        displayName: 'Embedding Batch Size',
        name: 'embeddingBatchSize',
        type: 'number',
        default: 200,
        description: 'Number of documents that are embedded and stored at a time',
        displayOptions: { show: { mode: ['insert'], '@version': [{ _cnd: { gte: 1.1 } }] } },
      },
      ...(texts.insertFields ?? []),
      ...searchProperties,
      {
        displayName: 'ID',
        name: 'id',
        type: 'string',
        default: '',
        required: true,
        description: 'The id of the document that is replaced',
        displayOptions: inModes('update'),
      },
      ...(texts.loadFields ?? []),
      ...(texts.retrieveFields ?? []),
      ...(texts.updateFields ?? []),
    ],
  };
}

const modeProperty = ({ canUpdate = false }: VectorStoreTexts): NodeProperty => ({
  displayName: 'Operation Mode',
  name: 'mode',
  type: 'options',
  noDataExpression: true,
  default: 'retrieve',
  description: 'What the node does with the store',
  options: Object.entries(modes)
    .filter(([value]) => canUpdate || value !== 'update')
    .map(([value, texts]) => ({ value, ...texts })),
});

const toolProperties: readonly NodeProperty[] = [
  {
    displayName: 'Name',
    name: 'toolName',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. company_knowledge_base',
    description: 'Name by which the model calls the tool: letters, digits, underscores and hyphens',
    displayOptions: { show: { '@version': [{ _cnd: { lte: 1.2 } }], mode: ['retrieve-as-tool'] } },
  },
  {
    displayName: 'Description',
    name: 'toolDescription',
    type: 'string',
    default: '',
    required: true,
    typeOptions: { rows: 2 },
    placeholder: 'e.g. Searches the handbook of the company',
    description: 'Tells the model which documents the store has, and when to search them',
    displayOptions: inModes('retrieve-as-tool'),
  },
];

const searchProperties: readonly NodeProperty[] = [
  {
    displayName: 'Prompt',
    name: 'prompt',
    type: 'string',
    default: '',
    required: true,
    description: 'The text that the documents are compared with',
    displayOptions: inModes('load'),
  },
  {
    displayName: 'Limit',
    name: 'topK',
    type: 'number',
    default: 4,
    description: 'Maximum number of documents',
    displayOptions: inModes('load', 'retrieve-as-tool'),
  },
  {
    displayName: 'Include Metadata',
    name: 'includeDocumentMetadata',
    type: 'boolean',
    default: true,
    description: 'Whether the documents are returned with their metadata',
    displayOptions: inModes('load', 'retrieve-as-tool'),
  },
  {
    displayName: 'Rerank Results',
    name: 'useReranker',
    type: 'boolean',
    default: false,
    noDataExpression: true,
    description: 'Whether a reranker that is connected to this node sorts the documents that were found',
    displayOptions: inModes(...searching),
  },
];

/** Returns the collection of the options in some modes. */
export const optionsIn = (names: readonly StoreMode[], options: readonly NodeProperty[]): NodeProperty => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  displayOptions: inModes(...names),
  options,
});

/** Values that the metadata of documents must have. */
export const metadataFilter: NodeProperty = {
  displayName: 'Metadata Filter',
  name: 'metadata',
  type: 'fixedCollection',
  placeholder: 'Add filter field',
  default: {},
  typeOptions: { multipleValues: true },
  description: 'Only documents whose metadata has these values are searched',
  options: [
    {
      displayName: 'Fields to Set',
      name: 'metadataValues',
      values: [
        { displayName: 'Name', name: 'name', type: 'string', default: '', required: true, description: 'Name of a field of the metadata' },
        { displayName: 'Value', name: 'value', type: 'string', default: '', description: 'The value that it must have' },
      ],
    },
  ],
};

/** Returns a parameter for the name of a table, a collection or an index: from the list of the service, or entered. */
export const storeLocator = (name: string, displayName: string, method: string, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  required: true,
  description,
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: `Select a ${displayName.toLowerCase()}`,
      typeOptions: { searchListMethod: method },
    },
    { displayName: 'ID', name: 'id', type: 'string', placeholder: 'e.g. documents' },
  ],
});
