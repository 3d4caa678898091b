// Activates and deactivates the workflow. Rejected while nodes have issues; only the saved version can be activated.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { separateNodes } from '../../../../engine/workflow/attached-parts.ts';
import { nodeIssues, type NodeIssues } from '../../../../engine/workflow/issues/node-issues.ts';
import { Switch } from '../../../ui/fields/field.tsx';
import { Tooltip } from '../../../ui/floating/tooltip.tsx';
import { ActivationWarning, useActivation } from '../../workflows/index.ts';
import type { EditorStore, Messages, NodeCatalog } from '../actions/context.ts';
import { saveWorkflow } from '../actions/save-workflow.ts';
import { editorActions, isDirty } from '../document/editor-slice.ts';
import { useEditor } from '../state/editor-context.tsx';
import { issueLines } from '../view/issue-lines.ts';
import { missingInputs } from '../view/missing-inputs.ts';
import { useEditorState } from '../state/slices.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { CredentialLookup } from '../../../../engine/workflow/issues/credential-issues.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { pinnedItems } from '../../../../engine/workflow/planning/pin-data.ts';

export function ActiveSwitch(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const { setActive } = useActivation();
  const isActive = useEditorState((state) => state.isActive);
  const id = useEditorState((state) => state.id);
  const visit = useEditorState((state) => state.visit);
  /** Requested state while the engine works on it. Requests of another visit do not affect the open workflow. */
  const [way, setWay] = useState<{ readonly visit: number; readonly to: boolean }>();
  const requested = way?.visit === visit ? way.to : undefined;
  const toggle = async (on: boolean): Promise<void> => {
    if (on && rejectForIssues(context)) return;
    const ownWay = { visit, to: on };
    setWay(ownWay);
    const { editor, dispatch } = context;
    if ((!isDirty(editor()) && editor().id !== undefined) || (await saveWorkflow(context))) {
      const { id: savedId, version, history } = editor();
      if (savedId !== undefined) {
        const isDone = await setActive({ id: savedId, name: history.present.name ?? '', version }, on);
        dispatch(editorActions.activeChanged({ id: savedId, isActive: isDone ? on : !on }));
      }
    }
    setWay((current) => (current === ownWay ? undefined : current));
  };
  return (
    <span className="editor-active">
      {id === undefined || !isActive ? null : <ActivationWarning id={id} />}
      <Tooltip label={t(isActive ? 'active.on' : 'active.off')}>
        <span className="editor-active">
          {t('active.label')}
          <Switch
            label={t('active.label')}
            isOn={requested ?? isActive}
            onChange={(on) => void toggle(on)}
            isDisabled={requested !== undefined}
          />
        </span>
      </Tooltip>
    </span>
  );
}

/** Shows the nodes that must be fixed first. */
function rejectForIssues({ editor, types, credentials, dispatch, ui, t }: EditorStore & Messages & NodeCatalog): boolean {
  const issues = workflowIssues(editor().history.present, types(), credentials());
  if (issues.size === 0) return false;
  dispatch(editorActions.allTouched());
  ui.notify({ kind: 'error', title: t('active.issues'), ...issueLines(issues, editor().history.present, types()), isSticky: true });
  return true;
}

/** Returns the issues that prevent activation, by node name; issues of earlier runs do not. */
function workflowIssues(file: WorkflowFile, types: NodeTypeLookup, credentials?: CredentialLookup): ReadonlyMap<string, NodeIssues> {
  const missing = missingInputs(file, types);
  const separate = separateNodes(file, types);
  return new Map(
    file.nodes.flatMap((node) => {
      const issues = nodeIssues(node, types, {
        isPinned: pinnedItems(file, node.name) !== undefined,
        missingInputs: missing,
        separateNodes: separate,
        ...(credentials === undefined ? {} : { credentials }),
      });
      return issues === undefined ? [] : [[node.name, issues] as const];
    }),
  );
}
