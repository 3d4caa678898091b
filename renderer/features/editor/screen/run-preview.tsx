// Describes what a command of the palette would run, and highlights it on the canvas meanwhile.
import { useEffect, useMemo, type ReactNode } from 'react';
import { RunPlanLines } from '../runs/run-plan-note.tsx';
import { shownPlan } from '../runs/run-question.ts';
import { useEditor } from './editor-context.tsx';
import { useEditorState, useRunState } from './use-editor-state.ts';

/** `upToChosen`: the run ends at the selected node. */
export function RunPreview({ upToChosen = false }: { readonly upToChosen?: boolean }): ReactNode {
  const { context } = useEditor();
  const workflow = useEditorState((state) => state.history.present);
  const chosen = useEditorState((state) => state.selection[0]);
  const run = useRunState((state) => state);
  const destination = upToChosen ? chosen : undefined;
  const plan = useMemo(() => shownPlan(workflow, context.types(), run, destination), [workflow, context, run, destination]);
  useEffect(() => {
    context.ui.considerRun(destination === undefined ? {} : { destination });
    return () => context.ui.considerRun();
  }, [context, destination]);
  return (
    <div className="run-plan-lines">
      <RunPlanLines plan={plan} />
    </div>
  );
}
