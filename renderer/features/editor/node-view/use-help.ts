// Pages beside a node: the documentation, and where people ask for what a node lacks. The instance says where they are.
import { useMemo } from 'react';
import { editorApi } from '../../../api/editor.ts';
import { isWebPage, nodeRequestOf } from '../../../state/node-request.ts';

export interface Help {
  /** Undefined where the instance names no page. */
  readonly documentation: string | undefined;
  /** The page where something about a node type is asked for. */
  readonly requestFor: ((nodeType: string) => string) | undefined;
}

export function useHelp(): Help {
  const { data } = editorApi.useSettingsQuery();
  return useMemo(() => {
    const documentation = data?.help?.documentation;
    return { documentation: isWebPage(documentation) ? documentation : undefined, requestFor: nodeRequestOf(data ?? {}) };
  }, [data]);
}
