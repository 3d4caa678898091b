// Closes notices about missing types, shown after an import or a rejected run, once they are outdated.
import { useEffect, useMemo, useRef } from 'react';
import { toastClosed } from '../../../state/toasts.ts';
import { MISSING_TYPES } from '../actions/clipboard.ts';
import { ISSUES } from '../actions/run-workflow.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';
import { nodesOfUnknownType, type TypeLookup } from '../view/type-lookup.ts';

const notices = [MISSING_TYPES, ISSUES];

/** Closes them when one of the types was installed, or the workflow no longer uses it, and when the editor is left. */
export function useMissingTypes(types: TypeLookup): void {
  const { dispatch } = useEditor().context;
  const nodes = useEditorState((state) => state.history.present.nodes);
  const missing = useMemo(() => nodesOfUnknownType(nodes, types).map(({ type }) => type), [nodes, types]);
  const before = useRef(missing);
  useEffect(() => {
    if (before.current.some((type) => !missing.includes(type))) for (const notice of notices) dispatch(toastClosed(notice));
    before.current = missing;
  }, [dispatch, missing]);
  useEffect(
    () => () => {
      for (const notice of notices) dispatch(toastClosed(notice));
    },
    [dispatch],
  );
}
