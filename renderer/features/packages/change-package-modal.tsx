// Confirms updating, installing again or removing a package. Meanwhile, only its Cancel button closes it.
import './packages.css';
import type { TFunction } from 'i18next';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { packagesApi } from '../../api/packages.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureText, failureToast, toastShown } from '../../state/toasts.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import { InstallProgress } from './install-progress.tsx';
import { couldNotInstall } from './use-install-package.ts';
import { OverridesField, overridesIn, textOfOverrides } from './overrides-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

export interface ChangePackageModalProps {
  readonly modal: OpenModal<'change-package'>;
  readonly onClose: () => void;
}

/** Maximum number of workflows that are named. */
const NAMED = 5;

/** Returns the first names, and the number of the others. */
function someOf(t: TFunction<'packages'>, names: readonly string[]): string {
  const unnamedCount = names.length - NAMED;
  const quotedNames = names
    .slice(0, NAMED)
    .map((name) => `“${name}”`)
    .join(', ');
  return unnamedCount > 0 ? t('andOthers', { names: quotedNames, count: unnamedCount }) : quotedNames;
}

export function ChangePackageModal({ modal, onClose }: ChangePackageModalProps): ReactNode {
  const { t } = useTranslation('packages');
  const { t: common } = useTranslation();
  const { packageName: name, change, version } = modal;
  // Workflows may have become active since the list was loaded.
  const { data: installed } = packagesApi.usePackagesQuery(undefined, { refetchOnMountOrArgChange: true });
  const { overrides: saved = {}, activeWorkflows = [] } = installed?.find(({ packageName }) => packageName === name) ?? {};
  const savedText = textOfOverrides(saved);
  const [text, setText] = useState<string>();
  const [takesNearest, takeNearest] = useState(false);
  const overrides = overridesIn(text ?? savedText);
  const { apply, close, isUpdating, isBusy, error } = useChange(modal, onClose);
  return (
    <Dialog
      title={t(`${change}Title`)}
      isOpen
      isBusy={isBusy}
      onClose={close}
      width="460px"
      footer={
        <>
          <Button disabled={isBusy && !isUpdating} onClick={close}>
            {common('cancel')}
          </Button>
          <Button
            kind={change === 'uninstall' ? 'danger' : 'primary'}
            disabled={overrides === undefined}
            aria-disabled={isBusy}
            onClick={() => void apply(takesNearest, text === undefined ? undefined : overrides)}
          >
            {t(isBusy ? `${change}Busy` : `${change}Confirm`)}
          </Button>
        </>
      }
    >
      <div className="package-form">
        <p>{t(change === 'update' && version !== undefined ? 'updateToText' : `${change}Text`, { name, version })}</p>
        <ActiveWorkflows names={activeWorkflows} change={change} />
        {change === 'uninstall' ? null : (
          <>
            <Checkbox label={t('takeNearest')} isOn={takesNearest} isDisabled={isBusy} onChange={takeNearest} />
            <details className="package-overrides" open={savedText !== ''}>
              <summary>{t('overrides')}</summary>
              <OverridesField value={text ?? savedText} isDisabled={isBusy} isLabelHidden onChange={setText} />
            </details>
          </>
        )}
        {isUpdating ? <InstallProgress name={name} /> : null}
        {couldNotInstall(error) && !isBusy ? (
          <Notice kind="error" title={t(`${change}Failed`, { name })}>
            {failureText(error)}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}

interface ActiveWorkflowsProps {
  readonly names: readonly string[];
  readonly change: ChangePackageModalProps['modal']['change'];
}

/** Names the active workflows that use the package. */
function ActiveWorkflows({ names, change }: ActiveWorkflowsProps): ReactNode {
  const { t } = useTranslation('packages');
  if (names.length === 0) return null;
  return (
    <p>
      {t(change === 'uninstall' ? 'uninstallActive' : 'changeActive', {
        count: names.length,
        names: someOf(t, names),
      })}
    </p>
  );
}

/** Updates, installs again or removes the package. Closing the dialog meanwhile stops an update. */
function useChange({ packageName: name, change, version }: OpenModal<'change-package'>, onClose: () => void) {
  const { t } = useTranslation('packages');
  const dispatch = useAppDispatch();
  const [update, updating] = packagesApi.useUpdatePackageMutation();
  const [uninstall, uninstalling] = packagesApi.useUninstallPackageMutation();
  const [stopInstallation] = packagesApi.useStopInstallationMutation();
  const isStopped = useRef(false);
  const isBusy = updating.isLoading || uninstalling.isLoading;
  const close = (): void => {
    if (!updating.isLoading) return onClose();
    isStopped.current = true;
    void stopInstallation({ query: { name } });
  };
  /** `overrides`: undefined if they stay as they are. */
  const apply = async (takesNearest: boolean, overrides: Record<string, string> | undefined): Promise<void> => {
    if (isBusy) return;
    const body = {
      name: version === undefined ? name : `${name}@${version}`,
      takesNearest,
      ...(overrides === undefined ? {} : { overrides }),
    };
    const { error } = change === 'uninstall' ? await uninstall({ query: { name } }) : await update({ body });
    if (error !== undefined && isStopped.current) {
      const title = t(change === 'update' ? 'updateStopped' : 'installStopped', { name });
      dispatch(toastShown({ kind: 'info', title, message: t('nothingChanged') }));
      return onClose();
    }
    if (couldNotInstall(error)) return;
    onClose();
    if (error !== undefined) return void dispatch(failureToast(t(`${change}Failed`, { name }), error));
    dispatch(toastShown({ kind: 'success', title: t(`${change}Done`, { name }) }));
  };
  return { apply, close, isUpdating: updating.isLoading, isBusy, error: updating.error };
}
