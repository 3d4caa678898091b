// The embedded preview: handles messages, and announces that it is ready.
import { useEffect, useRef } from 'react';
import { openWorkflow } from '../../../../engine/workflow/file/import.ts';
import { withIds } from '../../../../engine/workflow/references/node-names.ts';
import { editorApi } from '../../../api/editor.ts';
import { store } from '../../../state/store.ts';
import type { EditorStore, Panels } from '../actions/context.ts';
import { editorActions } from '../document/editor-slice.ts';
import { useEditorState } from '../state/slices.ts';

/** Posts to the embedding page, if it belongs to this instance. */
const notify = (message: Readonly<Record<string, unknown>>): void => window.parent.postMessage(JSON.stringify(message), location.origin);

export function useDemoMessages(context: EditorStore & Panels): void {
  const mode = useEditorState((state) => state.mode);
  useOpenNodeMessages();
  useEffect(() => {
    if (window.parent === window) return undefined;
    const listen = ({ data, origin }: MessageEvent<unknown>): void => {
      if (origin !== location.origin || typeof data !== 'string' || mode !== 'demo') return;
      let message: { command?: unknown; workflow?: unknown };
      try {
        message = JSON.parse(data) as typeof message;
      } catch {
        return;
      }
      if (message.command !== 'openWorkflow') return;
      try {
        const workflow = withIds(openWorkflow(message.workflow), context.newId);
        context.dispatch(editorActions.opened({ workflow, mode: 'demo' }));
        // Waits until the workflow has been rendered.
        requestAnimationFrame(() => context.canvas()?.zoomToFit());
      } catch (error) {
        notify({ command: 'error', message: (error as Error).message });
      }
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [context, mode]);
  // Sent after the listener is added, since the reply may arrive immediately.
  useReadyMessage();
}

function useReadyMessage(): void {
  const isReady = useEditorState((state) => state.status !== 'loading');
  const isReported = useRef(false);
  useEffect(() => {
    if (window.parent === window || !isReady || isReported.current) return;
    isReported.current = true;
    notify({ command: 'ready', version: editorApi.endpoints.settings.select()(store.getState()).data?.versionCli ?? '' });
  }, [isReady]);
}

/** Lets the embedding page enlarge the frame for a node's view, and shrink it afterwards. */
function useOpenNodeMessages(): void {
  const isOpen = useEditorState((state) => state.openNode !== undefined);
  const hasNotified = useRef(false);
  useEffect(() => {
    if (window.parent === window || isOpen === hasNotified.current) return;
    hasNotified.current = isOpen;
    notify({ command: isOpen ? 'openNDV' : 'closeNDV' });
  }, [isOpen]);
}
