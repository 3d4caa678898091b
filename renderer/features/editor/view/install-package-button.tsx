// Packages that nodes come from and that are not installed: which ones, a button that installs one, and whom else to ask.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo } from '../../../../engine/contract/permissions.ts';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { packageOf, registryPackageOf } from '../../../../engine/workflow/node-type.ts';
import { withContainedNodes } from '../../../../engine/workflow/used-types.ts';
import { editorApi } from '../../../api/editor.ts';
import { packagesApi } from '../../../api/packages.ts';
import { useOwnerName } from '../../../state/owner.ts';
import { selectPackageProgress } from '../../../state/package-progress.ts';
import { selectUser } from '../../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { modalOpened } from '../../../state/ui-slice.ts';
import { Button } from '../../../ui/button.tsx';
import { isExcludedType, nodesOfUnknownType, type TypeLookup } from './type-lookup.ts';

/** Whether a package is installed, so that it lacks the types that are unknown. */
export const isInstalled = (packageName: string, { latest }: TypeLookup): boolean =>
  latest.some(({ name, iconVersion }) => iconVersion !== undefined && packageOf(name) === packageName);

/**
 * Returns the packages of nodes with unknown types that are not installed, each once, also of nodes in workflows that parameters contain. `excluded`: types that the settings of the instance exclude.
 */
export function missingPackages(nodes: readonly WorkflowNode[], types: TypeLookup, excluded: readonly string[] = []): readonly string[] {
  const unknown = nodesOfUnknownType(withContainedNodes(nodes), types).filter(({ type }) => !isExcludedType(type, excluded));
  const names = unknown.flatMap(({ type }) => registryPackageOf(type) ?? []);
  return [...new Set(names)].filter((name) => !isInstalled(name, types));
}

/** Whether this user may install packages here. */
export function useMayInstall(): boolean {
  const user = useAppSelector(selectUser);
  const { data: settings } = editorApi.useSettingsQuery();
  return settings?.communityNodesEnabled === true && user !== null && mayDo(user.globalRole.name, 'community-package:manage');
}

/** Returns what users who may not install packages can do instead; undefined for those who may. */
export function useInstallAdvice(): string | undefined {
  const { t } = useTranslation('packages');
  const mayInstall = useMayInstall();
  const { data: settings } = editorApi.useSettingsQuery();
  const isTurnedOff = settings?.communityNodesEnabled === false;
  const { name } = useOwnerName(mayInstall || isTurnedOff);
  if (mayInstall) return undefined;
  if (isTurnedOff) return t('turnedOff');
  return name === undefined ? t('askOwner') : t('askPerson', { name });
}

/** Empty for users who may not install packages. */
export function InstallPackageButton({ packageName }: { readonly packageName: string }): ReactNode {
  const { t } = useTranslation('packages');
  const dispatch = useAppDispatch();
  const mayInstall = useMayInstall();
  packagesApi.usePackageInstallationsQuery(undefined, { skip: !mayInstall });
  const isInstalling = useAppSelector((state) => selectPackageProgress(state, packageName)) !== undefined;
  if (!mayInstall) return null;
  const label = t(isInstalling ? 'installingAgain' : 'installThis', { name: packageName });
  return (
    <Button
      size="small"
      className="button-long"
      title={label}
      aria-disabled={isInstalling}
      onClick={() => (isInstalling ? undefined : dispatch(modalOpened({ name: 'install-package', packageName })))}
    >
      <span>{label}</span>
    </Button>
  );
}
