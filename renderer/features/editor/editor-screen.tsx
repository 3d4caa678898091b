// The editor's screen: opens the workflow or the execution of the address.
import './screen/editor.css';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { editorApi } from '../../api/editor.ts';
import { failureText } from '../../state/toasts.ts';
import { Missing, NotLoaded } from './screen/not-loaded.tsx';
import { useCompleteTypes } from './screen/use-complete-types.ts';
import { useOpened } from './screen/use-opened.ts';
import { Workspace } from './screen/workspace.tsx';
import { EditorProvider, useEditor } from './state/editor-context.tsx';
import { useEditorState } from './state/slices.ts';
import { typeLookup, type TypeLookup } from './view/type-lookup.ts';

const noTypes = typeLookup([]);

export function EditorScreen(): ReactNode {
  const { data, error, refetch } = editorApi.useNodeTypesQuery();
  const types = useMemo(() => (data === undefined ? undefined : typeLookup(data)), [data]);
  return (
    <EditorProvider types={types ?? noTypes}>
      <OpenedEditor types={types} problem={error === undefined ? undefined : failureText(error)} onRetry={() => void refetch()} />
    </EditorProvider>
  );
}

interface OpenedEditorProps {
  /** Undefined until the types are loaded. */
  readonly types: TypeLookup | undefined;
  /** Why they could not be loaded. */
  readonly problem: string | undefined;
  readonly onRetry: () => void;
}

/** The workflow is opened while the node types are loading. */
function OpenedEditor({ types, problem, onRetry }: OpenedEditorProps): ReactNode {
  const { t } = useTranslation('editor');
  const { opened, retry } = useOpened(useEditor().context);
  const status = useEditorState((state) => state.status);
  const failure = useEditorState((state) => state.failure);
  const isExecution = useLocation().pathname.startsWith('/execution/');
  useCompleteTypes(types);
  if (status === 'missing') return <Missing />;
  if (status === 'failed')
    return <NotLoaded title={t(isExecution ? 'execution.notLoaded' : 'open.failed')} reason={failure} onRetry={retry} />;
  if (types !== undefined) return <Workspace types={types} opened={opened} />;
  if (problem !== undefined) return <NotLoaded title={t('loadFailed')} reason={problem} onRetry={onRetry} />;
  return (
    <div className="editor-filling" role="status">
      {t('loading')}
    </div>
  );
}
