// Description of the Chat Trigger.
import type { NodeVersion } from '../../sdk/index.ts';
import type { DisplayRules, NodeProperty, PropertyOption } from '../../workflow/node-type.ts';

const isPublic: DisplayRules = { public: [true] };
const hosted: DisplayRules = { mode: ['hostedChat'], public: [true] };
const inPage = { show: { '/mode': ['hostedChat'] } };
const since = (version: number): DisplayRules => ({ '@version': [{ _cnd: { gte: version } }] });
const below = (version: number): DisplayRules => ({ '@version': [{ _cnd: { lt: version } }] });

const responses = {
  lastNode: { name: 'When Last Node Finishes', value: 'lastNode', description: 'The output of the last node' },
  responseNode: { name: "Using 'Respond to Webhook' Node", value: 'responseNode', description: 'What that node responds' },
  responseNodes: {
    name: 'Using Response Nodes',
    value: 'responseNodes',
    description: 'The messages of Chat nodes, and what nodes respond',
  },
  streaming: { name: 'Streaming Response', value: 'streaming', description: 'The text while nodes write it' },
} as const satisfies Readonly<Record<string, PropertyOption>>;

const responseMode = (values: readonly (keyof typeof responses)[], show?: DisplayRules): NodeProperty => ({
  displayName: 'Response Mode',
  name: 'responseMode',
  type: 'options',
  default: values.includes('streaming') && values[0] === 'streaming' ? 'streaming' : 'lastNode',
  description: 'What answers a message',
  options: values.map((value) => responses[value]),
  ...(show === undefined ? {} : { displayOptions: { show } }),
});

const autoSave: NodeProperty = {
  displayName: 'Automatically Save Highlighted Data',
  name: 'autoSaveHighlightedData',
  type: 'boolean',
  default: true,
  description: 'Whether the message and its session are saved as highlighted data of the execution, by which executions can be searched',
};

const fileOptions = (displayOptions?: NodeProperty['displayOptions']): readonly NodeProperty[] => [
  {
    displayName: 'Allow File Uploads',
    name: 'allowFileUploads',
    type: 'boolean',
    default: false,
    description: 'Whether messages may have files',
    ...(displayOptions === undefined ? {} : { displayOptions }),
  },
  {
    displayName: 'Allowed File Mime Types',
    name: 'allowedFilesMimeTypes',
    type: 'string',
    default: '*',
    placeholder: 'e.g. image/*, text/*, application/pdf',
    description: 'Media types of the files, separated by commas',
    ...(displayOptions === undefined ? {} : { displayOptions }),
  },
];

const pageText = (displayName: string, name: string, value: string, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: value,
  displayOptions: inPage,
  ...more,
});

const publicOptions: readonly NodeProperty[] = [
  {
    displayName: 'Allowed Origins (CORS)',
    name: 'allowedOrigins',
    type: 'string',
    default: '*',
    description: 'Origins of the pages that may send messages, separated by commas; * for all',
    displayOptions: { show: { '/mode': ['hostedChat', 'webhook'] } },
  },
  ...fileOptions(inPage),
  pageText('Input Placeholder', 'inputPlaceholder', 'Type your question..', { placeholder: 'e.g. Type your message here' }),
  {
    displayName: 'Load Previous Session',
    name: 'loadPreviousSession',
    type: 'options',
    default: 'notSupported',
    description: 'Where the earlier messages of a session come from when the chat is opened again',
    options: [
      { name: 'Off', value: 'notSupported', description: 'A chat that is opened again is empty' },
      { name: 'From Memory', value: 'memory', description: 'From the memory that is connected to this node' },
      { name: 'Manually', value: 'manually', description: 'The workflow runs with the action "loadPreviousSession", and returns them' },
    ],
  },
  {
    displayName: 'Require Button Click to Start Chat',
    name: 'showWelcomeScreen',
    type: 'boolean',
    default: false,
    description: 'Whether the chat begins with a button',
    displayOptions: inPage,
  },
  pageText('Start Conversation Button Text', 'getStarted', 'New Conversation', {
    displayOptions: { show: { showWelcomeScreen: [true], '/mode': ['hostedChat'] } },
  }),
  pageText('Subtitle', 'subtitle', "Start a chat. We're here to help you 24/7."),
  pageText('Title', 'title', 'Hi there! 👋'),
  pageText('Custom Chat Styling', 'customCss', '', {
    typeOptions: { rows: 10, editor: 'cssEditor' },
    description: 'Styles that are added to those of the page',
  }),
];

const options = (show: DisplayRules, fields: readonly NodeProperty[]): NodeProperty => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Field',
  default: {},
  displayOptions: { show },
  options: fields,
});

const notForChats: DisplayRules = { '/availableInChat': [false] };
const forChats: DisplayRules = { '/availableInChat': [true] };
const inMode = (mode: string): DisplayRules => ({ '/mode': [mode] });
const modes: DisplayRules = { mode: ['hostedChat', 'webhook'], public: [true] };

const includeUser = (value: boolean, versions: DisplayRules): NodeProperty => ({
  displayName: 'Include User in Output',
  name: 'includeUserInOutput',
  type: 'boolean',
  default: value,
  description: 'Whether the item has the person who is signed in',
  displayOptions: { show: { authentication: ['n8nUserAuth'], ...isPublic, ...versions } },
});

const chatHub = (property: NodeProperty): NodeProperty => ({
  noDataExpression: true,
  ...property,
  displayOptions: { show: { availableInChat: [true], ...since(1.2) } },
});

const notice = (displayName: string, name: string, show: DisplayRules): NodeProperty => ({
  displayName,
  name,
  type: 'notice',
  default: '',
  displayOptions: { show },
});

const iconProperty = (name: string, value: unknown): NodeProperty => ({
  displayName: 'Icon',
  name,
  type: 'icon',
  default: value,
  noDataExpression: true,
});

export const description: NodeVersion['description'] = {
  displayName: 'Chat Trigger',
  description: 'Starts the workflow with each message of a chat',
  version: [1, 1.1, 1.2, 1.3, 1.4, 1.5],
  group: ['trigger'],
  defaults: { name: 'When chat message received' },
  codex: {
    categories: ['Core Nodes', 'AI'],
    subcategories: { 'Core Nodes': ['Other Trigger Nodes'] },
    alias: ['chat', 'conversation', 'bot'],
  },
  maxNodes: 1,
  inputs:
    '={{ $parameter.public === true && $parameter.options?.loadPreviousSession === "memory" ? [{ type: "ai_memory", displayName: "Memory", maxConnections: 1, required: true }] : [] }}',
  outputs: ['main'],
  eventTriggerDescription: 'Waiting for you to send a message in the chat',
  credentials: [{ name: 'httpBasicAuth', required: true, displayOptions: { show: { authentication: ['basicAuth'] } } }],
  webhooks: [
    { name: 'setup', httpMethod: 'GET', responseMode: 'onReceived', path: 'chat', ndvHideUrl: true },
    {
      name: 'default',
      httpMethod: 'POST',
      responseMode: '={{ $parameter.options?.["responseMode"] ?? ($parameter.availableInChat ? "streaming" : "lastNode") }}',
      path: 'chat',
      ndvHideUrl: '={{ !$parameter.public }}',
    },
  ],
  properties: [
    {
      displayName: 'Make Chat Publicly Available',
      name: 'public',
      type: 'boolean',
      default: false,
      description: 'Whether the chat has an address of its own while the workflow is active. Otherwise it works only in the editor.',
    },
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      default: 'hostedChat',
      displayOptions: { show: isPublic },
      options: [
        { name: 'Hosted Chat', value: 'hostedChat', description: 'A page with the chat' },
        { name: 'Embedded Chat', value: 'webhook', description: 'A chat in other pages: a button that opens it, or a program of your own' },
      ],
    },
    notice('While the workflow is active, the chat is at the address above.', 'hostedChatNotice', hosted),
    notice(
      'To put the chat in a page, add this element to it, with the address above: <code>&lt;script src="ADDRESS?widget" async&gt;&lt;/script&gt;</code>',
      'embeddedChatNotice',
      { mode: ['webhook'], public: [true] },
    ),
    {
      displayName: 'Authentication',
      name: 'authentication',
      type: 'options',
      default: 'none',
      description: 'Who may use the chat',
      displayOptions: { show: isPublic },
      options: [
        { name: 'Basic Auth', value: 'basicAuth', description: 'Everybody with one name and password' },
        { name: 'User Auth', value: 'n8nUserAuth', description: 'Who is signed in to this instance' },
        { name: 'None', value: 'none' },
      ],
    },
    {
      displayName: 'Require Execute Access',
      name: 'requireExecuteAccess',
      type: 'boolean',
      default: false,
      description: 'Whether only people may use the chat who may run the workflow',
      displayOptions: { show: { authentication: ['n8nUserAuth'], ...hosted } },
    },
    includeUser(true, since(1.5)),
    includeUser(false, below(1.5)),
    {
      displayName: 'Initial Message(s)',
      name: 'initialMessages',
      type: 'string',
      default: 'Hi there! 👋\nMy name is Nathan. How can I assist you today?',
      typeOptions: { rows: 3 },
      description: 'Messages with which the chat begins, one per line',
      displayOptions: { show: hosted },
    },
    {
      displayName: 'Make Available in Chat',
      name: 'availableInChat',
      type: 'boolean',
      default: false,
      noDataExpression: true,
      description: 'Whether answers are streamed unless the options say otherwise',
    },
    notice('The workflow must be active.', 'availableInChatNotice', { availableInChat: [true], ...below(1.2) }),
    notice('The workflow must be active.', 'availableInChatNotice', { availableInChat: [true], ...since(1.2) }),
    chatHub(iconProperty('agentIcon', { type: 'icon', value: 'bot' })),
    chatHub({ displayName: 'Name', name: 'agentName', type: 'string', default: '' }),
    chatHub({ displayName: 'Description', name: 'agentDescription', type: 'string', default: '', typeOptions: { rows: 2 } }),
    chatHub({
      displayName: 'Suggested Prompts',
      name: 'suggestedPrompts',
      type: 'fixedCollection',
      placeholder: 'Add Prompt',
      default: {},
      typeOptions: { multipleValues: true },
      options: [
        {
          displayName: 'Prompts',
          name: 'prompts',
          values: [
            iconProperty('icon', { type: 'icon', value: 'comment' }),
            { displayName: 'Text', name: 'text', type: 'string', default: '', required: true, noDataExpression: true },
          ],
        },
      ],
    }),
    options({ public: [false], '@version': [1, 1.1] }, fileOptions()),
    options({ ...modes, '@version': [1, 1.1] }, [...publicOptions, responseMode(['lastNode', 'responseNode']), autoSave]),
    options({ ...modes, '@version': [1.2] }, [
      ...publicOptions,
      responseMode(['lastNode', 'responseNode', 'streaming'], notForChats),
      responseMode(['streaming', 'lastNode'], forChats),
      autoSave,
    ]),
    options({ public: [false], ...since(1.3) }, [
      ...fileOptions(),
      responseMode(['lastNode', 'responseNodes', 'streaming'], notForChats),
      responseMode(['streaming', 'lastNode', 'responseNodes'], forChats),
      autoSave,
    ]),
    options({ ...modes, ...since(1.3) }, [
      ...publicOptions,
      responseMode(['lastNode', 'streaming', 'responseNode'], { ...inMode('webhook'), ...notForChats }),
      responseMode(['streaming', 'lastNode'], { ...inMode('webhook'), ...forChats }),
      responseMode(['lastNode', 'streaming', 'responseNodes'], { ...inMode('hostedChat'), ...notForChats }),
      responseMode(['streaming', 'lastNode', 'responseNodes'], { ...inMode('hostedChat'), ...forChats }),
      autoSave,
    ]),
  ],
};
