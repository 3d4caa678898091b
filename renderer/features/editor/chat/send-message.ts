// Sends a message to the workflow: a run that starts with the output of its chat trigger.
import type { StartingTrigger, TriggerItem } from '../../../../engine/contract/rest/workflows.ts';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import { store } from '../../../state/store.ts';
import type { EditorContext, EditorStore, Notice } from '../actions/context.ts';
import { runWorkflow } from '../actions/run-workflow.ts';
import { chatActions, type Chat } from './chat-slice.ts';
import { chatKey, selectChat } from './chat-state.ts';

/** Maximum number of bytes of all files of a message: the request that contains them is limited. */
export const MOST_BYTES = 8 * 1024 * 1024;

interface ChatOptions {
  /** Media types and extensions of the files that may be attached, as in the attribute `accept`; empty for all. Undefined if none may be. */
  readonly accept?: string;
  readonly isStreaming: boolean;
}

/** Returns what the parameters of a chat trigger say. */
export function chatOptions({ parameters }: Pick<WorkflowNode, 'parameters'>): ChatOptions {
  const storedOptions: unknown = parameters?.['options'];
  const options = isRecord(storedOptions) ? storedOptions : {};
  const { allowFileUploads, allowedFilesMimeTypes: types, responseMode } = options;
  const accept = typeof types === 'string' && !['*', '*/*'].includes(types.trim()) ? types.trim() : '';
  const mode = responseMode ?? (parameters?.['availableInChat'] === true ? 'streaming' : undefined);
  return { ...(allowFileUploads === true ? { accept } : {}), isStreaming: mode === 'streaming' };
}

/** Whether the attribute `accept` allows a file. */
export const isAccepted = ({ name, type }: Pick<File, 'name' | 'type'>, accept: string): boolean =>
  accept === '' ||
  accept
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .some((each) => {
      if (each.startsWith('.')) return name.toLowerCase().endsWith(each);
      return each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : type === each;
    });

const extensionOf = (name: string): string | undefined => /\.([^.]+)$/.exec(name)?.[1];

/** Returns the content of a file as base64. Rejects if it cannot be read. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });

async function itemOf(sessionId: string, chatInput: string, files: readonly File[]): Promise<TriggerItem> {
  const json = { sessionId, action: 'sendMessage', chatInput };
  if (files.length === 0) return { json };
  const listed = files.map(({ name, type, size }) => ({
    fileName: name,
    fileExtension: extensionOf(name),
    mimeType: type,
    fileSize: `${size} B`,
  }));
  const entries = await Promise.all(
    files.map(async (file, index) => {
      const mimeType = file.type === '' ? {} : { mimeType: file.type };
      return [`data${index}`, { data: await base64Of(file), fileName: file.name, ...mimeType }] as const;
    }),
  );
  return { json: { ...json, files: listed }, binary: Object.fromEntries(entries) };
}

/** Returns the id of the execution that waits for a reply in the chat, if there is one. */
export function awaitedReply(nodes: readonly WorkflowNode[], chat: Chat | undefined): string | undefined {
  const waiting = chat?.messages.find(({ id, state }) => id === chat.pending?.message && state === 'waiting');
  const node = nodes.find(({ name }) => name === waiting?.node);
  return node !== undefined && node.type.endsWith('.chat') ? chat?.pending?.executionId : undefined;
}

/** Starts a session. */
export function startSession({ editor, dispatch, newId }: EditorStore): void {
  dispatch(chatActions.sessionStarted({ chat: chatKey(editor().id), sessionId: newId() }));
}

/** Sends a message. If the run cannot start, the chat shows why. */
export async function sendMessage(context: EditorContext, trigger: WorkflowNode, text: string, files: readonly File[] = []): Promise<void> {
  const { editor, run, dispatch, newId, ui, t } = context;
  if (run().status !== 'idle') return;
  const chat = chatKey(editor().id);
  if (selectChat(store.getState(), chat) === undefined) startSession(context);
  const resumes = awaitedReply(editor().history.present.nodes, selectChat(store.getState(), chat));
  dispatch(chatActions.sent({ chat, text, files: files.map(({ name }) => name), ids: [newId(), newId()] }));
  let rejection: Notice | undefined;
  // The chat shows what the editor would show as a toast.
  const notify = (notice: Notice): void => {
    if (notice.kind === 'error') rejection = notice;
    else ui.notify(notice);
  };
  const sessionId = selectChat(store.getState(), chat)?.sessionId ?? newId();
  try {
    const starting: StartingTrigger = {
      name: trigger.name,
      ...(resumes === undefined ? {} : { resumes }),
      items: [await itemOf(sessionId, text, files)],
      isStreaming: chatOptions(trigger).isStreaming,
    };
    await runWorkflow({ ...context, ui: { ...ui, notify } }, undefined, starting);
  } catch {
    rejection = { kind: 'error', title: t('chat:unreadable') };
  }
  if (rejection !== undefined)
    dispatch(chatActions.failed({ text: [rejection.title, rejection.details ?? rejection.message].filter(Boolean).join('\n') }));
}
