// Packages that nodes come from and that are not installed: which ones, and a button that installs one.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo } from '../../../../engine/contract/permissions.ts';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { type NodeTypeLookup, packageOf } from '../../../../engine/workflow/node-type.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { editorApi } from '../../../api/editor.ts';
import { selectUser } from '../../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { modalOpened } from '../../../state/ui-slice.ts';
import { Button } from '../../../ui/button.tsx';

/** Returns the packages of nodes with unknown types, each once. `excluded`: types that the settings of the instance exclude. */
export function missingPackages(
  nodes: readonly WorkflowNode[],
  types: NodeTypeLookup,
  excluded: readonly string[] = [],
): readonly string[] {
  const unknown = nodes.filter(
    ({ type, typeVersion }) => type !== stickyNoteType && !excluded.includes(type) && types.description(type, typeVersion) === undefined,
  );
  // A type without a dot names no package.
  return [...new Set(unknown.filter(({ type }) => packageOf(type) !== type).map(({ type }) => packageOf(type)))];
}

/** Whether this user may install packages here. */
export function useMayInstall(): boolean {
  const user = useAppSelector(selectUser);
  const { data: settings } = editorApi.useSettingsQuery();
  return settings?.communityNodesEnabled === true && user !== null && mayDo(user.globalRole.name, 'community-package:manage');
}

/** Empty for users who may not install packages. */
export function InstallPackageButton({ packageName }: { readonly packageName: string }): ReactNode {
  const { t } = useTranslation('packages');
  const dispatch = useAppDispatch();
  if (!useMayInstall()) return null;
  return (
    <Button size="small" onClick={() => dispatch(modalOpened({ name: 'install-package', packageName }))}>
      {t('installThis', { name: packageName })}
    </Button>
  );
}
