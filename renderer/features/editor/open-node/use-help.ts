// Links to help pages, as configured for the instance.
import { useMemo } from 'react';
import { editorApi } from '../../../api/editor.ts';
import { isWebPage, nodeRequestOf } from '../../../state/node-request.ts';

interface Help {
  /** Undefined if none is configured. */
  readonly documentation: string | undefined;
  /** Returns the URL for requests about a node type. */
  readonly requestFor: ((nodeType: string) => string) | undefined;
}

export function useHelp(): Help {
  const { data } = editorApi.useSettingsQuery();
  return useMemo(() => {
    const documentation = data?.help?.documentation;
    return { documentation: isWebPage(documentation) ? documentation : undefined, requestFor: nodeRequestOf(data ?? {}) };
  }, [data]);
}
