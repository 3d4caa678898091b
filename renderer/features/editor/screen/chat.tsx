// The chat beside the canvas, loaded when it is first opened.
import { lazy, Suspense, type ReactNode } from 'react';
import { chatTriggerOf } from '../../../../engine/workflow/planning/start-node.ts';
import { usePanels } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';

const ChatPanel = lazy(async () => ({ default: (await import('../chat/index.ts')).ChatPanel }));

/** The chat, if the workflow has a trigger for it. */
export function Chat(): ReactNode {
  const { open, setOpen } = usePanels();
  const trigger = useEditorState((state) => (state.mode === 'edit' ? chatTriggerOf(state.history.present.nodes) : undefined));
  if (open.chat === 0 || trigger === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ChatPanel trigger={trigger} openCount={open.chat} onClose={() => setOpen({ chat: 0 })} />
    </Suspense>
  );
}
