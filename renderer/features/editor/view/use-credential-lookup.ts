// The credentials that exist, as the checks of a node ask for them.
import { useMemo } from 'react';
import type { CredentialLookup } from '../../../../engine/workflow/credential-issues.ts';
import { editorApi } from '../../../api/editor.ts';

/** Undefined until they are known: nothing is said to be missing before. */
export function useCredentialLookup(): CredentialLookup | undefined {
  const { data: known } = editorApi.useCredentialsQuery();
  const { data: types } = editorApi.useCredentialTypesQuery();
  const { data: settings } = editorApi.useSettingsQuery();
  const isSharingEnabled = settings?.enterprise?.sharing === true;
  return useMemo(() => {
    if (known === undefined) return undefined;
    const names = new Map((types ?? []).map((type) => [type.name, (type as { readonly displayName?: string }).displayName]));
    return {
      ofType: (wanted) => known.filter(({ type }) => type === wanted),
      displayName: (type) => names.get(type),
      isSharingEnabled,
    };
  }, [known, types, isSharingEnabled]);
}
