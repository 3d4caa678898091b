// The chat below the canvas: the messages of the session, and a field for the next one.
import './chat.css';
import { MessageSquarePlus, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { IconButton } from '../../../ui/button.tsx';
import { CopyIconButton } from '../../../ui/copy.tsx';
import { useFocusReturn } from '../../../ui/floating/focus.ts';
import { Icon } from '../../../ui/icon.tsx';
import { stopRun } from '../actions/run-workflow.ts';
import { editorActions } from '../document/editor-slice.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState, useRunState } from '../state/slices.ts';
import { ChatField } from './chat-field.tsx';
import { ChatMessages } from './chat-messages.tsx';
import { chatActions, type ChatMessage } from './chat-slice.ts';
import { chatKey, useChat } from './chat-state.ts';
import { awaitedReply, chatOptions, sendMessage, startSession } from './send-message.ts';
import { useChatHeight } from './use-chat-height.ts';

const none: readonly never[] = [];

export interface ChatPanelProps {
  readonly trigger: WorkflowNode;
  /** Number of requests for the chat; each focuses its field. */
  readonly openCount: number;
  readonly onClose: () => void;
}

export function ChatPanel({ trigger, openCount, onClose }: ChatPanelProps): ReactNode {
  const { t } = useTranslation('chat');
  const { context } = useEditor();
  const workflowId = useEditorState((state) => state.id);
  const nodes = useEditorState((state) => state.history.present.nodes);
  const status = useRunState((state) => state.status);
  const executing = useRunState((state) => state.executing);
  const chat = useChat(chatKey(workflowId));
  const panel = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { height, isMoving, grip } = useChatHeight(panel);
  useFocusReturn(panel, () => context.canvas()?.focus());
  useFocusedField(field, openCount);
  useChatOfWorkflow(workflowId, chat === undefined);
  const showNode = useShowNode(nodes);
  const { setDraft, editMessage, startNewSession } = useFieldActions(field, workflowId);
  const send = (message: string, files: readonly File[] = []): void => void sendMessage(context, trigger, message, files);
  const isRunning = status !== 'idle';
  return (
    <section
      ref={panel}
      className="chat"
      aria-label={t('title')}
      style={{ height }}
      data-moving={isMoving}
      onKeyDown={(event) => (isEscape(event) ? onClose() : undefined)}
    >
      <ChatGrip height={height} {...grip} />
      <ChatHead sessionId={chat?.sessionId} isRunning={isRunning} onNewSession={startNewSession} onClose={onClose} />
      <ChatMessages
        messages={chat?.messages ?? none}
        working={executing.at(-1)}
        isAsked={awaitedReply(nodes, chat) !== undefined}
        canShowNode={({ node }) => nodes.some(({ name }) => name === node)}
        canSend={!isRunning}
        onShowNode={showNode}
        onUse={editMessage}
        onSend={send}
      />
      <ChatField
        ref={field}
        draft={chat?.draft ?? ''}
        sentMessages={chat?.sentMessages ?? none}
        accept={chatOptions(trigger).accept}
        isRunning={isRunning}
        onDraft={setDraft}
        onSend={send}
        onStop={() => void stopRun(context)}
      />
    </section>
  );
}

interface FieldActions {
  readonly setDraft: (text: string) => void;
  /** Puts the text of an earlier message into the field. */
  readonly editMessage: (text: string) => void;
  readonly startNewSession: () => void;
}

function useFieldActions(field: RefObject<HTMLTextAreaElement | null>, workflowId: string | undefined): FieldActions {
  const { context } = useEditor();
  const setDraft = (text: string): void => void context.dispatch(chatActions.draftChanged({ chat: chatKey(workflowId), text }));
  return {
    setDraft,
    editMessage: (text) => {
      const { current } = field;
      if (current === null) return;
      setDraft(text);
      current.focus();
    },
    startNewSession: () => {
      startSession(context);
      field.current?.focus();
    },
  };
}

/** Whether the key is an Escape that nothing else has handled; it is handled then. */
function isEscape(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.defaultPrevented) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** The edge by which the height is changed. */
function ChatGrip({ height, ...handlers }: { readonly height: number } & ReturnType<typeof useChatHeight>['grip']): ReactNode {
  const { t } = useTranslation('chat');
  return (
    <div
      className="chat-grip"
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('resize')}
      aria-valuenow={height}
      tabIndex={0}
      {...handlers}
    />
  );
}

/** Returns a function that opens the node of a message. */
function useShowNode(nodes: readonly WorkflowNode[]): (message: ChatMessage) => void {
  const { context } = useEditor();
  return ({ node: nodeName }) => {
    const node = nodes.find(({ name }) => name === nodeName);
    if (node?.id === undefined) return;
    context.canvas()?.reveal(node.id);
    context.dispatch(editorActions.nodeOpened(node.id));
  };
}

interface ChatHeadProps {
  /** Undefined until the session starts. */
  readonly sessionId: string | undefined;
  readonly isRunning: boolean;
  readonly onNewSession: () => void;
  readonly onClose: () => void;
}

function ChatHead({ sessionId, isRunning, onNewSession, onClose }: ChatHeadProps): ReactNode {
  const { t } = useTranslation('chat');
  return (
    <header className="chat-head">
      <h2 className="chat-title">{t('title')}</h2>
      {sessionId === undefined ? null : (
        <>
          <span className="chat-session" title={sessionId}>
            {t('session')} <code>{sessionId}</code>
          </span>
          <CopyIconButton text={sessionId} label={t('copySession')} />
        </>
      )}
      <IconButton label={t('newSession')} size="small" side="top" disabled={isRunning} onClick={onNewSession}>
        <Icon of={MessageSquarePlus} size={14} />
      </IconButton>
      <span className="chat-grow" />
      <IconButton label={t('close')} shortcut="Esc" size="small" side="top" onClick={onClose}>
        <Icon of={X} size={14} />
      </IconButton>
    </header>
  );
}

/** Focuses the field with each request for the chat. */
function useFocusedField(field: RefObject<HTMLTextAreaElement | null>, asked: number): void {
  useEffect(() => {
    const focus = (): void => field.current?.focus({ preventScroll: true });
    focus();
    // Waits until the view of a node that asked for the chat has returned the focus.
    const timer = setTimeout(focus);
    return () => clearTimeout(timer);
  }, [field, asked]);
}

/** Retains the chat when a new workflow is saved, and starts a session if there is none. */
function useChatOfWorkflow(workflowId: string | undefined, isMissing: boolean): void {
  const { context } = useEditor();
  const visit = useEditorState((state) => state.visit);
  const before = useRef({ visit, workflowId });
  useLayoutEffect(() => {
    const { visit: formerVisit, workflowId: former } = before.current;
    before.current = { visit, workflowId };
    if (visit === formerVisit && former !== workflowId)
      context.dispatch(chatActions.workflowSaved({ from: chatKey(former), to: chatKey(workflowId) }));
    // Another new workflow has a chat of its own.
    else if (visit !== formerVisit && workflowId === undefined) startSession(context);
  }, [context, visit, workflowId]);
  useEffect(() => {
    if (isMissing) startSession(context);
  }, [isMissing, context]);
}
