// Pins a node's output with its files, and unpins it.
import type { Item } from '../../../../engine/contract/run-data.ts';
import { maxPinnedBytes, pinnedSize } from '../../../../engine/workflow/planning/pin-data.ts';
import { editorApi } from '../../../api/editor.ts';
import { failureText, SHORT_NOTICE, toastShown } from '../../../state/toasts.ts';
import { nodeById, setPin } from '../document/operations.ts';
import { bytesOfStored, itemsToPin, pinned, storedFiles } from '../document/pinned.ts';
import { change } from './change.ts';
import type { EditorContext, EditorStore, Messages } from './context.ts';

/** Shows a short notice that data was pinned or unpinned. */
export const notifyPinned = ({ dispatch }: Pick<EditorContext, 'dispatch'>, title: string): void =>
  void dispatch(toastShown({ kind: 'success', title, key: 'pin', duration: SHORT_NOTICE }));

export function unpinOutput(context: EditorStore & Messages, id: string): void {
  const name = nodeById(context.editor().history.present, id)?.name ?? '';
  if (change(context, 'unpin', (file) => setPin(file, id, undefined))) notifyPinned(context, context.t('data:pin.undone', { name }));
}

/** Pins items to a node; files stored on the server are embedded. Reports the result; returns whether they are pinned. */
export async function pinOutput(context: EditorStore & Messages, id: string, items: readonly Item[]): Promise<boolean> {
  const { editor, ui, t } = context;
  const node = nodeById(editor().history.present, id);
  if (node === undefined) return false;
  // Files are not read if the result would be too large.
  const bytes = bytesOfStored(items) + pinnedSize(editor().history.present.pinData, node.name);
  if (bytes > maxPinnedBytes) {
    ui.notify({ kind: 'error', title: t('data:pin.data-too-large'), message: t('data:pin.filesTooLarge', sizes(bytes)) });
    return false;
  }
  const contents = await readFiles(context, storedFiles(items));
  if (contents === undefined) return false;
  const result = pinned(editor().history.present, id, () => itemsToPin(items, contents));
  if ('reason' in result) {
    ui.notify({ kind: 'error', title: t(`data:pin.${result.reason}`), message: result.message });
    return false;
  }
  if (!change(context, 'pin', () => result.file)) return false;
  notifyPinned(context, t('data:pin.done', { name: node.name }));
  return true;
}

const sizes = (bytes: number): { readonly size: string; readonly most: string } => ({
  size: (bytes / 1024 / 1024).toFixed(1),
  most: String(maxPinnedBytes / 1024 / 1024),
});

/** Returns files as base64 by id; undefined if a file cannot be read, which is reported. */
async function readFiles(
  { dispatch, ui, t }: EditorStore & Messages,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const contents = new Map<string, string>();
  for (const id of ids) {
    const { data, error } = await dispatch(
      editorApi.endpoints.fileContent.initiate({ params: { id }, query: {} }, { forceRefetch: true, subscribe: false }),
    );
    if (data === undefined) {
      ui.notify({ kind: 'error', title: t('data:pin.filesLost'), message: failureText(error) });
      return undefined;
    }
    contents.set(id, data);
  }
  return contents;
}
