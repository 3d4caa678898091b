// The credential lookup for node issues.
import { useMemo } from 'react';
import type { CredentialLookup } from '../../../../engine/workflow/issues/credential-issues.ts';
import { editorApi } from '../../../api/editor.ts';

/** Returns undefined until the credentials are loaded. */
export function useCredentialLookup(): CredentialLookup | undefined {
  const { data: known } = editorApi.useCredentialsQuery();
  const { data: types } = editorApi.useCredentialTypesQuery();
  const { data: settings } = editorApi.useSettingsQuery();
  const isSharingEnabled = settings?.enterprise?.sharing === true;
  return useMemo(() => {
    if (known === undefined) return undefined;
    const names = new Map((types ?? []).map((type) => [type.name, (type as { readonly displayName?: string }).displayName]));
    return {
      // The instance owner also sees credentials that only other users may use.
      ofType: (name) => known.filter(({ type, permissions }) => type === name && permissions.use),
      displayName: (type) => names.get(type),
      isSharingEnabled,
    };
  }, [known, types, isSharingEnabled]);
}
