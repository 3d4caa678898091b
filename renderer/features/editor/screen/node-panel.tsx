// A node from near: its parameters as they stand in the file, and what it gave.
import { Play, X } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { change } from '../actions/change.ts';
import { runWorkflow } from '../actions/run-workflow.ts';
import { editorActions } from '../document/editor-slice.ts';
import { nodeById, setParameters } from '../document/operations.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { useEditor } from './editor-context.tsx';
import { useEditorState, useRunState } from './use-editor-state.ts';

/** Characters of output that are shown: more than anybody reads here. */
const SHOWN = 100_000;

export function NodePanel({ types }: { readonly types: TypeLookup }): ReactNode {
  const id = useEditorState((state) => state.openNode);
  const node = useEditorState((state) => (id === undefined ? undefined : nodeById(state.history.present, id)));
  return node === undefined || id === undefined ? null : <Panel key={id} id={id} types={types} />;
}

function Panel({ id, types }: { readonly id: string; readonly types: TypeLookup }): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const node = useEditorState((state) => nodeById(state.history.present, id));
  const isReadOnly = useEditorState((state) => state.mode !== 'edit');
  const runs = useRunState((state) =>
    node !== undefined && Object.hasOwn(state.runData, node.name) ? state.runData[node.name] : undefined,
  );
  const stored = useMemo(() => JSON.stringify(node?.parameters ?? {}, undefined, 2), [node?.parameters]);
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  if (node === undefined) return null;
  const last = runs?.at(-1);
  const close = (): void => void context.dispatch(editorActions.nodeOpened(undefined));
  const apply = (): void => {
    try {
      const parameters = JSON.parse(draft ?? stored) as typeof node.parameters;
      change(context, 'parameters', (file) => setParameters(file, id, parameters));
      setDraft(undefined);
      setProblem(undefined);
    } catch (error) {
      setProblem(t('nodePanel.invalid', { reason: (error as Error).message }));
    }
  };
  return (
    <aside
      className="node-panel"
      aria-label={node.name}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div className="node-panel-head">
        <h2 title={node.name}>{node.name}</h2>
        <span className="editor-saved">{types.description(node.type, node.typeVersion)?.displayName ?? node.type}</span>
        {isReadOnly ? null : (
          <Button size="small" onClick={() => void runWorkflow(context, id)}>
            <Icon of={Play} size={14} />
            {t('nodePanel.runHere')}
          </Button>
        )}
        <IconButton label={t('nodePanel.close')} shortcut="Escape" onClick={close} autoFocus>
          <Icon of={X} />
        </IconButton>
      </div>
      <div className="node-panel-body">
        <label className="field-label" htmlFor="node-parameters">
          {t('nodePanel.parameters')}
        </label>
        <textarea
          id="node-parameters"
          spellCheck={false}
          readOnly={isReadOnly}
          value={draft ?? stored}
          aria-invalid={problem !== undefined}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        {problem === undefined ? null : (
          <span className="field-error" role="alert">
            {problem}
          </span>
        )}
        {isReadOnly ? null : (
          <div>
            <Button kind="primary" size="small" onClick={apply} disabled={draft === undefined || draft === stored}>
              {t('nodePanel.apply')}
            </Button>
          </div>
        )}
        <span className="field-label">{t('nodePanel.output')}</span>
        {last?.error === undefined ? null : (
          <span className="field-error" role="alert">
            {last.error.message}
          </span>
        )}
        {last?.data === undefined ? <span className="field-hint">{t('nodePanel.noOutput')}</span> : <Output data={last.data} />}
      </div>
    </aside>
  );
}

function Output({ data }: { readonly data: NonNullable<ReturnType<typeof Object>> }): ReactNode {
  const text = useMemo(() => JSON.stringify((data as { main?: readonly unknown[] }).main, undefined, 2).slice(0, SHOWN), [data]);
  return <pre tabIndex={0}>{text}</pre>;
}
