// State of the dialog that installs a package: the chosen package, the decisions of the user, and the request.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstalledPackage, PackageDetails } from '../../../engine/contract/rest/packages.ts';
import { packagesApi } from '../../api/packages.ts';
import { packageFailureRead, selectInstallFailures } from '../../state/package-progress.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { overridesIn } from './overrides-field.tsx';

/** What the user decides about one package; another package or version starts with these. */
const undecided = {
  isRiskAccepted: false,
  isLicenseAccepted: false,
  allowsNetwork: false,
  /** Whether an installation was attempted. */
  isSent: false,
  /** Text of the field with versions. */
  overrides: '',
  takesNearest: false,
};

/** Removes the command that pages of packages show before the name. */
export const withoutCommand = (text: string): string => text.trim().replace(/^npm\s+(?:i|install)\s+/, '');

/** Removes the version or tag behind a name: `@scope/name@1.2.3`. */
const nameOnly = (text: string): string => text.replace(/(?<=.)@[^@/]*$/, '');

/** Whether an installation failed because of the registry, for example because it lacks a version. */
export const couldNotInstall = (failure: unknown): boolean => (failure as RequestFailure | undefined)?.code === 'PACKAGE_NOT_INSTALLED';

export type Decisions = typeof undecided;

/** A part of the form that can lack a decision. */
export type FormPart = 'license' | 'overrides' | 'risk';

export type InstallForm = ReturnType<typeof useInstallPackage>;

/** `modal`: names a package, or what to search for. */
export function useInstallPackage(modal: OpenModal<'install-package'>, onClose: () => void) {
  const [text, setText] = useState(modal.packageName ?? modal.search ?? '');
  const [chosen, setChosen] = useState(modal.packageName ?? '');
  const [decisions, setDecisions] = useState(undecided);
  const decide = (change: Partial<Decisions>): void => setDecisions((before) => ({ ...before, ...change }));
  const { query, details, installed, isInstalled } = useDetails(chosen);
  const request = useInstallRequest(chosen, installed, onClose);
  const needsLicense = details !== undefined && (details.license === undefined || details.licenseText !== undefined);
  useFailureShownHere(nameOnly(chosen));

  const choose = (name: string): void => {
    setText(name);
    setChosen(name);
    setDecisions(undecided);
    request.reset();
  };
  /** Chooses the package that the text names, or installs the chosen one. Returns the first part without a decision. */
  const submit = async (): Promise<FormPart | undefined> => {
    if (request.isLoading || query.isFetching) return undefined;
    const packageName = withoutCommand(text);
    if (packageName !== chosen) {
      choose(packageName);
      return undefined;
    }
    decide({ isSent: true });
    if (details === undefined) {
      void query.refetch();
      return undefined;
    }
    const overrides = overridesIn(decisions.overrides);
    if (needsLicense && !decisions.isLicenseAccepted) return 'license';
    if (overrides === undefined) return 'overrides';
    if (!decisions.isRiskAccepted) return 'risk';
    await request.send(details, decisions, overrides);
    return undefined;
  };
  return {
    text,
    setText,
    choose,
    /** Name of the chosen package; empty until one is chosen. */
    name: nameOnly(chosen),
    isNamed: withoutCommand(text) === chosen,
    details,
    isFetching: query.isFetching,
    hasFailed: query.isError,
    installed,
    isInstalled,
    needsLicense,
    decisions,
    decide,
    isLoading: request.isLoading,
    /** Why the details could not be loaded, or the package could not be installed. */
    failure: (query.currentData === undefined && chosen !== '' ? query.error : undefined) ?? request.error,
    /** Whether versions of its dependencies can be entered, since an installation failed because of them. */
    takesOverrides: couldNotInstall(request.error) || decisions.overrides !== '',
    submit,
    close: request.close,
  };
}

/** What the registry has of the chosen package, and what is installed of it. */
function useDetails(chosen: string) {
  const query = packagesApi.usePackageDetailsQuery({ query: { name: chosen } }, { skip: chosen === '' });
  const details = chosen === '' ? undefined : query.currentData;
  const { data: packages } = packagesApi.usePackagesQuery();
  const installed = packages?.find(({ packageName }) => packageName === details?.name);
  const isInstalled = installed !== undefined && installed.failedLoading !== true && installed.installedVersion === details?.version;
  return { query, details, installed, isInstalled };
}

/** Installs the package, or replaces its installed version. Closing the dialog meanwhile stops it. */
function useInstallRequest(chosen: string, installed: InstalledPackage | undefined, onClose: () => void) {
  const { t } = useTranslation('packages');
  const dispatch = useAppDispatch();
  const [install, installing] = packagesApi.useInstallPackageMutation();
  const [update, updating] = packagesApi.useUpdatePackageMutation();
  const [stopInstallation] = packagesApi.useStopInstallationMutation();
  const isStopped = useRef(false);
  const isLoading = installing.isLoading || updating.isLoading;
  const request = ({ name, version }: PackageDetails, { allowsNetwork, takesNearest }: Decisions, overrides: Record<string, string>) =>
    installed === undefined
      ? install({ body: { name: chosen, allowsNetwork, overrides, takesNearest } })
      : update({
          body: { name: `${name}@${version}`, takesNearest, ...(Object.keys(overrides).length === 0 ? {} : { overrides }) },
        });
  return {
    isLoading,
    error: installing.error ?? updating.error,
    reset: () => {
      installing.reset();
      updating.reset();
    },
    send: async (details: PackageDetails, decisions: Decisions, overrides: Record<string, string>): Promise<void> => {
      const { data, error } = await request(details, decisions, overrides);
      if (data !== undefined) {
        const title = t(installed === undefined ? 'installDone' : 'updateDone', { name: data.packageName });
        const nodes = installed === undefined ? { message: t('installedNodes', { count: data.installedNodes.length }) } : {};
        dispatch(toastShown({ kind: 'success', title, ...nodes }));
        onClose();
      } else if (isStopped.current) {
        dispatch(toastShown({ kind: 'info', title: t('installStopped', { name: nameOnly(chosen) }), message: t('nothingChanged') }));
        onClose();
      } else if ((error as RequestFailure).status !== 400) dispatch(failureToast(t('installFailed', { name: chosen }), error));
    },
    close: () => {
      if (!isLoading) return onClose();
      isStopped.current = true;
      // If the installation has just ended, the package is installed.
      void stopInstallation({ query: { name: nameOnly(chosen) } });
    },
  };
}

/** The dialog shows why its installation failed, so the page need not. */
function useFailureShownHere(name: string): void {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectInstallFailures)[name];
  useEffect(() => {
    if (failure !== undefined) dispatch(packageFailureRead(name));
  }, [dispatch, failure, name]);
}
