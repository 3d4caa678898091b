// The chats with workflows: one per workflow, with the messages of its session. A run that a message starts is followed by its events.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ErrorData, ExecutionStatus } from '../../../../engine/contract/run-data.ts';
import { ownValue, setOwn } from '../../../../engine/workflow/values/own-properties.ts';
import { pushReceived } from '../../../state/actions.ts';
import { errorSentence } from '../../../../engine/contract/error-sentence.ts';
import { runActions } from '../runs/run-slice.ts';
import { replyInBody, replyOf, textOfParts } from './reply.ts';

export interface ChatMessage {
  readonly id: string;
  readonly from: 'user' | 'workflow';
  readonly text: string;
  /** Names of the files that the user has attached. */
  readonly files?: readonly string[];
  /** State of the reply; messages of users are `done`. `lost`: the run has ended, but its outcome is not known. */
  readonly state: 'running' | 'done' | 'failed' | 'stopped' | 'waiting' | 'lost';
  /** Name of the node that failed or, if the reply waits, of the waiting node. */
  readonly node?: string;
}

interface Pending {
  /** Undefined until the run is accepted. */
  readonly executionId?: string;
  /** Id of the message that becomes the reply. */
  readonly message: string;
  /** Responses of nodes by name; the last node's response is shown. */
  readonly replies: Readonly<Record<string, string>>;
  /** Whether nodes have responded, so that the last node's items are not shown. */
  readonly hasResponse: boolean;
}

export interface Chat {
  readonly sessionId: string;
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  /** Texts that the user has sent, oldest first, also in earlier sessions. */
  readonly sentMessages: readonly string[];
  /** The message that the user is writing. */
  readonly draft?: string;
  readonly pending?: Pending;
}

export interface ChatState {
  /** Chats by workflow. */
  readonly chats: Readonly<Record<string, Chat>>;
  /** The workflow whose message runs. */
  readonly running?: string;
}

/** Maximum number of messages of a session, and of texts that can be recalled. */
const MOST_MESSAGES = 200;
const MOST_SENT = 50;

const initialState: ChatState = { chats: {} };

interface Sent {
  /** Key of the workflow. */
  readonly chat: string;
  readonly text: string;
  readonly files: readonly string[];
  /** Ids of the message and of its reply. */
  readonly ids: readonly [message: string, answer: string];
}

const slice = createSlice({
  name: 'chat',
  initialState,
  reducers: {
    /** Starts a session, whose memory is empty. */
    sessionStarted: (state: ChatState, { payload }: PayloadAction<{ readonly chat: string; readonly sessionId: string }>): ChatState =>
      withChat(state, payload.chat, {
        sessionId: payload.sessionId,
        messages: [],
        sentMessages: chatOf(state, payload.chat)?.sentMessages ?? [],
      }),
    /** A new workflow was saved, and has an id now. */
    workflowSaved: (state: ChatState, { payload }: PayloadAction<{ readonly from: string; readonly to: string }>): ChatState => {
      const chat = chatOf(state, payload.from);
      if (chat === undefined || chatOf(state, payload.to) !== undefined) return state;
      const chats = Object.fromEntries(Object.entries(state.chats).filter(([key]) => key !== payload.from));
      return withChat({ chats, running: state.running === payload.from ? payload.to : state.running }, payload.to, chat);
    },
    draftChanged: (state: ChatState, { payload }: PayloadAction<{ readonly chat: string; readonly text: string }>): ChatState => {
      const chat = chatOf(state, payload.chat);
      return chat === undefined ? state : withChat(state, payload.chat, { ...chat, draft: payload.text });
    },
    sent: (state: ChatState, { payload: { chat: key, text, files, ids } }: PayloadAction<Sent>): ChatState => {
      // Another chat's reply is no longer followed.
      const before = state.running === key ? state : withEnd(state, lost);
      const chat = chatOf(before, key);
      if (chat === undefined) return state;
      const [message, response] = ids;
      const messages: readonly ChatMessage[] = [
        // A reply continues the run that waits for it.
        ...chat.messages.filter(({ state: now }) => now !== 'waiting'),
        { id: message, from: 'user', text, state: 'done', ...(files.length === 0 ? {} : { files }) },
        { id: response, from: 'workflow', text: '', state: 'running' },
      ];
      const sentMessages =
        text === '' || chat.sentMessages.at(-1) === text ? chat.sentMessages : [...chat.sentMessages, text].slice(-MOST_SENT);
      const pending: Pending = { message: response, replies: {}, hasResponse: false };
      return { ...withChat(before, key, { ...chat, messages: messages.slice(-MOST_MESSAGES), sentMessages, pending }), running: key };
    },
    /** The run could not start. */
    failed: (state: ChatState, { payload }: PayloadAction<{ readonly text: string }>): ChatState =>
      withEnd(state, (message) => ({ ...message, text: payload.text, state: 'failed' })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(runActions.runAccepted, (state, { payload }): ChatState =>
        withPending(state as ChatState, (pending) =>
          pending.executionId === undefined && payload.executionId !== undefined
            ? { ...pending, executionId: payload.executionId }
            : pending,
        ),
      )
      // A run that was accepted is rejected later if it is gone.
      .addCase(runActions.runRefused, (state): ChatState => {
        const now = state as ChatState;
        const pending = now.running === undefined ? undefined : chatOf(now, now.running)?.pending;
        return pending?.executionId === undefined ? now : withEnd(now, lost);
      })
      .addCase(runActions.runFoundOver, (state, { payload }): ChatState => {
        const { runData = {}, outcome } = payload;
        const latest = Object.entries(runData).reduce((now, [node, runs]) => {
          const last = runs.at(-1);
          return last === undefined ? now : withReply(now, node, replyOf(last));
        }, state as ChatState);
        return outcome === undefined ? withEnd(latest, lost) : ended(latest, outcome);
      })
      .addCase(pushReceived, (state, { payload: event }): ChatState => {
        const now = state as ChatState;
        const pending = now.running === undefined ? undefined : chatOf(now, now.running)?.pending;
        if (!('executionId' in event) || pending?.executionId === undefined || event.executionId !== pending.executionId) return now;
        switch (event.type) {
          case 'nodeExecuteAfter':
            return withReply(now, event.nodeName, replyOf(event.data));
          case 'nodeResponse':
            return event.isPart ? withPart(now, textOfParts(event.content)) : withResponse(now, replyInBody(event.content));
          case 'executionFinished':
            return ended(now, { status: event.status, error: event.error, lastNode: event.lastNodeExecuted });
          default:
            return now;
        }
      });
  },
});

export const chatOf = ({ chats }: ChatState, key: string): Chat | undefined => ownValue(chats, key) as Chat | undefined;

function withChat(state: ChatState, key: string, chat: Chat): ChatState {
  const chats = { ...state.chats };
  setOwn(chats, key, chat);
  return { ...state, chats };
}

const change = (state: ChatState, update: (chat: Chat, pending: Pending) => Chat): ChatState => {
  const chat = state.running === undefined ? undefined : chatOf(state, state.running);
  return state.running === undefined || chat?.pending === undefined ? state : withChat(state, state.running, update(chat, chat.pending));
};

const withPending = (state: ChatState, update: (pending: Pending) => Pending): ChatState =>
  change(state, (chat, pending) => ({ ...chat, pending: update(pending) }));

const withMessage = (chat: Chat, id: string, update: (message: ChatMessage) => ChatMessage): Chat => ({
  ...chat,
  messages: chat.messages.map((message) => (message.id === id ? update(message) : message)),
});

const withReply = (state: ChatState, node: string, response: string | undefined): ChatState =>
  response === undefined
    ? state
    : withPending(state, (pending) => {
        const replies = { ...pending.replies };
        setOwn(replies, node, response);
        return { ...pending, replies };
      });

const withPart = (state: ChatState, text: string): ChatState =>
  text === ''
    ? state
    : change(state, (chat, pending) => ({
        ...withMessage(chat, pending.message, (message) => ({ ...message, text: message.text + text })),
        pending: { ...pending, hasResponse: true },
      }));

/** Adds a response before the message that shows that the run continues. */
const withResponse = (state: ChatState, text: string): ChatState =>
  change(state, (chat, pending) => {
    const at = chat.messages.findIndex(({ id }) => id === pending.message);
    const message: ChatMessage = { id: `${pending.message}-${chat.messages.length}`, from: 'workflow', text, state: 'done' };
    return { ...chat, messages: chat.messages.toSpliced(at, 0, message), pending: { ...pending, hasResponse: true } };
  });

const stopped = (message: ChatMessage): ChatMessage => ({ ...message, state: 'stopped' });
const lost = (message: ChatMessage): ChatMessage => ({ ...message, state: 'lost' });

/** Completes the reply, or removes it if it has no result. */
function withEnd(state: ChatState, update: (message: ChatMessage, pending: Pending) => ChatMessage | undefined): ChatState {
  return {
    ...change(state, ({ pending: _ended, ...chat }, pending) => ({
      ...chat,
      messages: chat.messages.flatMap((message) => (message.id === pending.message ? (update(message, pending) ?? []) : message)),
    })),
    running: undefined,
  };
}

interface Outcome {
  readonly status: ExecutionStatus;
  readonly error?: ErrorData;
  readonly lastNode?: string;
}

function ended(state: ChatState, { status, error, lastNode }: Outcome): ChatState {
  // A waiting run is followed further.
  if (status === 'waiting')
    return change(state, (chat, pending) =>
      withMessage(chat, pending.message, (message) => ({
        ...message,
        state: 'waiting',
        ...(lastNode === undefined ? {} : { node: lastNode }),
      })),
    );
  return withEnd(state, (message, { replies, hasResponse }) => {
    if (status === 'canceled') return stopped(message);
    if (status !== 'success') {
      return {
        ...message,
        state: 'failed',
        text: error === undefined ? '' : errorSentence(error),
        ...(error?.node === undefined ? {} : { node: error.node }),
      };
    }
    if (message.text !== '') return { ...message, state: 'done' };
    if (hasResponse) return undefined;
    return { ...message, state: 'done', text: (ownValue(replies, lastNode ?? '') as string | undefined) ?? '' };
  });
}

export const chatSlice = slice;
export const chatActions = slice.actions;
