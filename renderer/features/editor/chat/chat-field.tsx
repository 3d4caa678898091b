// The field for the next message: Enter sends it, Shift+Enter starts a line, and arrow keys recall what was sent before.
import { Paperclip, SendHorizontal, Square, X } from 'lucide-react';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { isAccepted, MOST_BYTES } from './send-message.ts';

export interface ChatFieldProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly draft: string;
  /** Texts that can be recalled, oldest first. */
  readonly sentMessages: readonly string[];
  /** Files that may be attached, as in the attribute `accept`; empty for all. Undefined if files cannot be attached. */
  readonly accept: string | undefined;
  readonly isRunning: boolean;
  readonly onDraft: (text: string) => void;
  readonly onSend: (text: string, files: readonly File[]) => void;
  readonly onStop: () => void;
}

export function ChatField({ ref, draft, sentMessages, accept, isRunning, onDraft, onSend, onStop }: ChatFieldProps): ReactNode {
  const { t } = useTranslation('chat');
  const hint = useId();
  const { files, problem, add, remove, clear, dropping, pasting } = useAttachedFiles(accept);
  const { press, forget } = useRecall(draft, sentMessages, onDraft);
  const isEmpty = draft.trim() === '' && files.length === 0;
  useGrowing(ref, draft);
  const send = (): void => {
    if (isEmpty || isRunning) return;
    forget();
    onDraft('');
    clear();
    onSend(draft.trim(), files);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    if (key !== 'Enter') return press(event);
    event.preventDefault();
    send();
  };
  return (
    <form
      className="chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...dropping}
    >
      <AttachedFiles files={files} problem={problem} onRemove={remove} />
      <div className="chat-row">
        <textarea
          ref={ref}
          className="input chat-input"
          rows={1}
          value={draft}
          placeholder={t('placeholder')}
          aria-label={t('message')}
          aria-describedby={hint}
          onChange={(event) => {
            forget();
            onDraft(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          {...pasting}
        />
        <span id={hint} className="visually-hidden">
          {t('hint')}
        </span>
        {accept === undefined ? null : <AttachButton accept={accept} onFiles={add} />}
        <SendButton isRunning={isRunning} isDisabled={isEmpty} onStop={onStop} />
      </div>
    </form>
  );
}

interface SendButtonProps {
  readonly isRunning: boolean;
  readonly isDisabled: boolean;
  readonly onStop: () => void;
}

/** Sends the message, or stops the run of the last one. */
function SendButton({ isRunning, isDisabled, onStop }: SendButtonProps): ReactNode {
  const { t } = useTranslation('chat');
  if (isRunning) {
    return (
      <Button key="stop" onClick={onStop}>
        <Icon of={Square} size={14} />
        {t('stop')}
      </Button>
    );
  }
  return (
    <Button key="send" kind="primary" type="submit" disabled={isDisabled}>
      <Icon of={SendHorizontal} size={14} />
      {t('send')}
    </Button>
  );
}

/** Makes the field as high as its text. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + 2}px`;
  }, [field, text]);
}

interface AttachedFilesProps {
  readonly files: readonly File[];
  /** Why files were not attached. */
  readonly problem: string | undefined;
  readonly onRemove: (index: number) => void;
}

function AttachedFiles({ files, problem, onRemove }: AttachedFilesProps): ReactNode {
  const { t } = useTranslation('chat');
  return (
    <>
      {problem === undefined ? null : (
        <p className="chat-problem" role="alert">
          {problem}
        </p>
      )}
      {files.length === 0 ? null : (
        <ul className="chat-files" aria-label={t('files')}>
          {files.map((file, index) => (
            <li key={`${index} ${file.name}`} title={file.name}>
              <span>{file.name}</span>
              <IconButton label={t('remove', { name: file.name })} size="small" onClick={() => onRemove(index)}>
                <Icon of={X} size={12} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** `accept`: files that may be attached; undefined if none may be. */
function useAttachedFiles(accept: string | undefined) {
  const { t } = useTranslation('chat');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string>();
  const add = (added: readonly File[]): void => {
    if (accept === undefined || added.length === 0) return;
    const all = [...files, ...added];
    const rejected = added.find((file) => !isAccepted(file, accept));
    if (rejected !== undefined) return setProblem(t('refused', { name: rejected.name }));
    if (all.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) return setProblem(t('tooLarge'));
    setProblem(undefined);
    setFiles(all);
  };
  const clear = (): void => {
    setFiles([]);
    setProblem(undefined);
  };
  const remove = (index: number): void => setFiles(files.toSpliced(index, 1));
  const dropping = {
    onDragOver: (event: DragEvent) => (accept === undefined ? undefined : event.preventDefault()),
    onDrop: (event: DragEvent) => {
      if (accept === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      add([...event.dataTransfer.files]);
    },
  };
  const pasting = {
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0 || accept === undefined) return;
      event.preventDefault();
      add([...event.clipboardData.files]);
    },
  };
  return { files: accept === undefined ? [] : files, problem, add, remove, clear, dropping, pasting };
}

/** Recalls sent texts by the arrow keys. `sent`: oldest first. */
function useRecall(draft: string, sentMessages: readonly string[], onDraft: (text: string) => void) {
  /** Position in `sent` of the recalled text, and the draft to return to. */
  const recalled = useRef<{ readonly at: number; readonly draft: string }>(undefined);
  /** Returns whether there is a text to recall. */
  const recall = (step: -1 | 1): boolean => {
    const from = recalled.current ?? { at: sentMessages.length, draft };
    const at = from.at + step;
    if (at < 0 || at > sentMessages.length) return false;
    recalled.current = at === sentMessages.length ? undefined : { at, draft: from.draft };
    onDraft(at === sentMessages.length ? from.draft : (sentMessages[at] ?? ''));
    return true;
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key, currentTarget } = event;
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    const { selectionStart, selectionEnd, value } = currentTarget;
    const isAtEdge = key === 'ArrowUp' ? !value.slice(0, selectionStart).includes('\n') : !value.slice(selectionEnd).includes('\n');
    // Within a text that was edited, arrow keys move the caret.
    const isOwn = value !== '' && recalled.current === undefined;
    if (isAtEdge && !isOwn && recall(key === 'ArrowUp' ? -1 : 1)) event.preventDefault();
  };
  const forget = (): void => {
    recalled.current = undefined;
  };
  return { press, forget };
}

function AttachButton({ accept, onFiles }: { readonly accept: string; readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  const { t } = useTranslation('chat');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton kind="normal" label={t('attach')} side="top" onClick={() => input.current?.click()}>
        <Icon of={Paperclip} />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        {...(accept === '' ? {} : { accept })}
        aria-label={t('attach')}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
