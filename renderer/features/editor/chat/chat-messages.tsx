// The messages of a session. New ones are announced, and scrolled into view unless the user reads earlier ones.
import { LoaderCircle, Pencil, RotateCw } from 'lucide-react';
import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CopyIconButton } from '../../../ui/copy.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { replyHtml } from '../../../ui/reply-html.ts';
import type { ChatMessage } from './chat-slice.ts';

/** Distance from the end in pixels within which the list follows new messages. */
const NEAR = 60;
/** Number of characters or lines beyond which a message is cut. */
const MOST_CHARACTERS = 1500;
const MOST_LINES = 16;

interface MessageProps {
  /** Whether the node that failed is in the workflow. */
  readonly canShowNode: (message: ChatMessage) => boolean;
  readonly canSend: boolean;
  readonly onShowNode: (message: ChatMessage) => void;
  /** Called with a text to edit and send. */
  readonly onUse: (text: string) => void;
  readonly onSend: (text: string) => void;
}

export interface ChatMessagesProps extends MessageProps {
  readonly messages: readonly ChatMessage[];
  /** Name of the node that is running. */
  readonly working: string | undefined;
  /** Whether the run waits for the user's reply. */
  readonly isAsked: boolean;
}

export function ChatMessages({ messages, working, isAsked, ...actions }: ChatMessagesProps): ReactNode {
  const { t } = useTranslation('chat');
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const { current } = list;
    if (current !== null && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [messages]);
  return (
    <div
      ref={list}
      className="chat-messages"
      role="log"
      aria-label={t('messages')}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      {messages.length === 0 ? <p className="chat-empty">{t('empty')}</p> : null}
      {messages.map((message) => (
        <article key={message.id} className="chat-message" data-from={message.from} data-state={message.state}>
          <span className="visually-hidden">{t(`from.${message.from}`)}</span>
          {message.state === 'running' || message.state === 'waiting' ? (
            <Replying message={message} working={working} isAsked={isAsked} />
          ) : (
            <Message message={message} {...actions} />
          )}
        </article>
      ))}
    </div>
  );
}

interface ReplyingProps extends Pick<ChatMessagesProps, 'working' | 'isAsked'> {
  readonly message: ChatMessage;
}

/** A reply that is not complete. */
function Replying({ message, working, isAsked }: ReplyingProps): ReactNode {
  const { t } = useTranslation('chat');
  return (
    <>
      {message.text === '' ? null : <Text message={message} />}
      <p className="chat-state" role="status">
        {message.state === 'running' ? <Icon of={LoaderCircle} size={14} /> : null}
        {message.state === 'waiting'
          ? t(isAsked ? 'waitingReply' : 'waiting')
          : working === undefined
            ? t('running')
            : t('runningNode', { node: working })}
      </p>
    </>
  );
}

function Message({
  message,
  canShowNode,
  canSend,
  onShowNode,
  onUse,
  onSend,
}: MessageProps & { readonly message: ChatMessage }): ReactNode {
  const { t } = useTranslation('chat');
  const { text, files = [], state, node, from } = message;
  return (
    <>
      {state === 'failed' ? <strong className="chat-failed">{node === undefined ? t('failed') : t('failedIn', { node })}</strong> : null}
      {text === '' && state === 'done' && files.length === 0 ? <p className="chat-state">{t('nothing')}</p> : null}
      {text === '' ? null : <Text message={message} />}
      {files.length === 0 ? null : (
        <ul className="chat-files" aria-label={t('files')}>
          {files.map((name, index) => (
            <li key={`${index} ${name}`} title={name}>
              <span>{name}</span>
            </li>
          ))}
        </ul>
      )}
      {state === 'stopped' || state === 'lost' ? <p className="chat-state">{t(state)}</p> : null}
      {state === 'failed' && node !== undefined && canShowNode(message) ? (
        <Button size="small" onClick={() => onShowNode(message)}>
          {t('showNode', { node })}
        </Button>
      ) : null}
      {text === '' ? null : (
        <div className="chat-actions" role="group" aria-label={t('actions')}>
          <CopyIconButton text={text} label={t('copy')} />
          {from === 'user' && files.length === 0 ? (
            <>
              <IconButton label={t('use')} size="small" side="top" onClick={() => onUse(text)}>
                <Icon of={Pencil} size={14} />
              </IconButton>
              <IconButton label={t('again')} size="small" side="top" disabled={!canSend} onClick={() => onSend(text)}>
                <Icon of={RotateCw} size={14} />
              </IconButton>
            </>
          ) : null}
        </div>
      )}
    </>
  );
}

/** The text of a message. A long one is cut until it is expanded. */
const Text = memo(function Text({ message: { text, from, state } }: { readonly message: ChatMessage }): ReactNode {
  const { t } = useTranslation('chat');
  const [isOpen, setIsOpen] = useState(false);
  const isLong = state !== 'running' && (text.length > MOST_CHARACTERS || text.split('\n', MOST_LINES + 1).length > MOST_LINES);
  const html = useMemo(() => (from === 'workflow' && state !== 'failed' ? replyHtml(text) : undefined), [text, from, state]);
  return (
    <>
      <div className="chat-text" data-cut={isLong && !isOpen}>
        {html === undefined ? (
          <p className="chat-plain">{text}</p>
        ) : (
          // oxlint-disable-next-line react/no-danger -- sanitized by replyHtml
          <div className="reply-markdown" dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </div>
      {isLong ? (
        <Button kind="quiet" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'less' : 'more')}
        </Button>
      ) : null}
    </>
  );
});
