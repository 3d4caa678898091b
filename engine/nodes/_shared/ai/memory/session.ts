// The session of a conversation: from the chat that started the workflow, or a key of the user's.
import { NodeError, type ExecuteContext } from '../../../../sdk/index.ts';
import type { DisplayRules, NodeProperty } from '../../../../workflow/node-type.ts';

export const sessionNotice: NodeProperty = {
  displayName: 'Each session has a conversation of its own. Messages of other sessions are not visible in it.',
  name: 'notice',
  type: 'notice',
  default: '',
};

/** Returns the choice of the session's source. */
export const sessionIdType = (show?: DisplayRules): NodeProperty => ({
  displayName: 'Session ID',
  name: 'sessionIdType',
  type: 'options',
  default: 'fromInput',
  description: 'Where the id of the session comes from',
  options: [
    { name: 'Connected Chat Trigger Node', value: 'fromInput', description: 'Reads the field "sessionId", which a Chat Trigger sets' },
    { name: 'Define below', value: 'customKey', description: 'An id of your own, which may contain expressions' },
  ],
  ...(show === undefined ? {} : { displayOptions: { show } }),
});

const since = (version: number): DisplayRules => ({ '@version': [{ _cnd: { gte: version } }] });

const firstKey = (version: number, value: string): NodeProperty => ({
  displayName: 'Session Key',
  name: 'sessionKey',
  type: 'string',
  default: value,
  description: 'The id of the session',
  displayOptions: { show: { '@version': [version] } },
});

/** The key of the versions 1 and 1.1, before the choice of its source. */
export const firstSessionKeys: readonly NodeProperty[] = [firstKey(1, 'chat_history'), firstKey(1.1, '={{ $json.sessionId }}')];

/** Returns the keys of both sources. `firstVersion`: the version from which the first one is shown; `noticeVersion`: the same for its notice. */
export const sessionKeys = (firstVersion: number, noticeVersion = 1.4): readonly NodeProperty[] => [
  {
    displayName: 'Session Key From Previous Node',
    name: 'sessionKey',
    type: 'string',
    default: '={{ $json.sessionId }}',
    disabledOptions: { show: { sessionIdType: ['fromInput'] } },
    displayOptions: { show: { sessionIdType: ['fromInput'], ...since(firstVersion) } },
  },
  {
    displayName: 'The session id of the Chat Trigger is used. In a called workflow, pass it on as a field of the item.',
    name: 'scopedSessionHintNotice',
    type: 'notice',
    default: '',
    displayOptions: { show: { ...since(noticeVersion), sessionIdType: ['fromInput'] } },
  },
  {
    displayName: 'Key',
    name: 'sessionKey',
    type: 'string',
    default: '',
    description: 'The id of the session',
    displayOptions: { show: { sessionIdType: ['customKey'] } },
  },
];

export const contextWindow = (displayOptions?: NodeProperty['displayOptions']): NodeProperty => ({
  displayName: 'Context Window Length',
  name: 'contextWindowLength',
  type: 'number',
  default: 5,
  description: 'How many exchanges the model remembers: messages of the user, each with its answer and the calls of tools',
  ...(displayOptions === undefined ? {} : { displayOptions }),
});

const LONGEST = 500;

/** Returns the id of the session. Throws NodeError PARAMETER_INVALID if there is none. */
export function sessionOf(ctx: ExecuteContext, itemIndex: number): string {
  const isFromInput = ctx.param('sessionIdType', itemIndex, 'customKey') === 'fromInput';
  // The first versions read the field without a parameter for it.
  const value = ctx.param('sessionKey', itemIndex) ?? (isFromInput ? ctx.evaluate('={{ $json.sessionId }}', itemIndex) : undefined);
  const session = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '').trim();
  if (session === '') {
    throw new NodeError(`The node "${ctx.node.name}" has no session id.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'sessionKey',
      itemIndex,
      hint: isFromInput
        ? 'The item has no field "sessionId". Start the workflow with a Chat Trigger, or set "Session ID" to "Define below" and enter a key, such as the id of the user.'
        : 'Enter a key, such as the id of the user, and check that its expression has a value.',
    });
  }
  if (session.length <= LONGEST) return session;
  throw new NodeError(`The session id has ${session.length} characters; at most ${LONGEST} are possible.`, {
    code: 'PARAMETER_INVALID',
    parameter: 'sessionKey',
    itemIndex,
  });
}

/** Returns how many exchanges are remembered. */
export const windowOf = (ctx: ExecuteContext, itemIndex: number, fallback: number): number => {
  const count = Math.floor(Number(ctx.param('contextWindowLength', itemIndex, fallback)));
  return Number.isNaN(count) ? fallback : count;
};
