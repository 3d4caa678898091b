// Offers to install a package that nodes come from: to users who may, with what the others can do instead.
import { useTranslation } from 'react-i18next';
import { mayDo } from '../../engine/contract/permissions.ts';
import { editorApi } from '../api/editor.ts';
import { packagesApi } from '../api/packages.ts';
import { useOwnerName } from './owner.ts';
import { selectPackageProgress } from './package-progress.ts';
import { selectUser } from './session.ts';
import { useAppDispatch, useAppSelector } from './store.ts';
import { modalOpened } from './ui-slice.ts';

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

interface InstallOffer {
  readonly label: string;
  readonly isInstalling: boolean;
  /** Opens the dialog that installs the package; does nothing during the installation. */
  readonly install: () => void;
}

/** Undefined for users who may not install packages. */
export function useInstallOffer(packageName: string): InstallOffer | undefined {
  const { t } = useTranslation('packages');
  const dispatch = useAppDispatch();
  const mayInstall = useMayInstall();
  packagesApi.usePackageInstallationsQuery(undefined, { skip: !mayInstall });
  const isInstalling = useAppSelector((state) => selectPackageProgress(state, packageName)) !== undefined;
  if (!mayInstall) return undefined;
  return {
    label: t(isInstalling ? 'installingAgain' : 'installThis', { name: packageName }),
    isInstalling,
    install: () => void (isInstalling ? undefined : dispatch(modalOpened({ name: 'install-package', packageName }))),
  };
}
