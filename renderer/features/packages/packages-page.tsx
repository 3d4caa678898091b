// The installed packages of nodes: their nodes, newer versions, what they may do, and removing them.
import './packages.css';
import { Check, Download, PackagePlus, Trash2, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstalledPackage } from '../../../engine/contract/rest/packages.ts';
import { packagesApi } from '../../api/packages.ts';
import { packageFailureRead, selectInstallations, selectInstallFailures, selectPackageProgress } from '../../state/package-progress.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button, OutsideLink } from '../../ui/button.tsx';
import { Switch } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { Status, Tag } from '../../ui/tag.tsx';
import { InstallProgress } from './install-progress.tsx';
import { licenseName } from './license-name.ts';

export function PackagesPage(): ReactNode {
  const { t } = useTranslation('packages');
  const { data, error, refetch } = packagesApi.usePackagesQuery(undefined, { refetchOnMountOrArgChange: true });
  const updates = packagesApi.usePackageUpdatesQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: checked = [], isFetching: isChecking } = updates;
  const listed = data?.map((each) => withNewest(each, checked)) ?? [];
  const isUnanswered = listed.some(({ updateAvailable, isUpToDate }) => updateAvailable === undefined && isUpToDate !== true);
  return (
    <Page title={t('title')} actions={data === undefined || data.length === 0 ? undefined : <InstallButton />} isNarrow>
      {error === undefined || data !== undefined ? null : (
        <Notice kind="error" title={t('notLoaded')} action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      )}
      {data === undefined && error === undefined ? <WaitingCards /> : null}
      {data?.length === 0 ? <None /> : null}
      <Installations installed={listed} />
      {isUnanswered && !updates.isLoading ? <Unreachable onRetry={() => void updates.refetch()} /> : null}
      {data === undefined ? null : <MissingFiles packages={data.filter(({ failedLoading }) => failedLoading === true)} />}
      {listed.map((each) => (
        <PackageCard key={each.packageName} of={each} isChecking={isChecking} />
      ))}
    </Page>
  );
}

/** Adds the newer versions that the registry reports, unless another version has been installed meanwhile. */
function withNewest(each: InstalledPackage, checked: readonly InstalledPackage[]): InstalledPackage {
  const { updateAvailable, isUpToDate } =
    checked.find(({ packageName, installedVersion }) => packageName === each.packageName && installedVersion === each.installedVersion) ??
    {};
  if (updateAvailable !== undefined) return { ...each, updateAvailable };
  return isUpToDate === true && each.updateAvailable === undefined ? { ...each, isUpToDate } : each;
}

/** Installations of new packages in progress, including those started in another window or before this page was reloaded, and those that failed. */
function Installations({ installed }: { readonly installed: readonly InstalledPackage[] }): ReactNode {
  const { t } = useTranslation('packages');
  const dispatch = useAppDispatch();
  packagesApi.usePackageInstallationsQuery(undefined, { refetchOnMountOrArgChange: true });
  const running = useAppSelector(selectInstallations).filter(
    (each) => !installed.some(({ packageName }) => packageName === each.packageName),
  );
  const failures = Object.entries(useAppSelector(selectInstallFailures));
  return (
    <>
      {running.map(({ packageName: name }) => (
        <section key={name} className="package-card" aria-label={t('installingThis', { name })}>
          <h2 className="package-name">{t('installingThis', { name })}</h2>
          <div className="package-actions">
            <Running name={name} isUpdate={false} />
          </div>
        </section>
      ))}
      {failures.map(([name, failure]) => (
        <Notice
          key={name}
          kind="error"
          title={t('installFailed', { name })}
          action={<Button onClick={() => dispatch(packageFailureRead(name))}>{t('dismiss')}</Button>}
        >
          {failure}
        </Notice>
      ))}
    </>
  );
}

/** The progress of an installation or update, and a button that stops it. */
function Running({ name, isUpdate }: { readonly name: string; readonly isUpdate: boolean }): ReactNode {
  const { t } = useTranslation('packages');
  const { t: common } = useTranslation();
  const dispatch = useAppDispatch();
  const [stop] = packagesApi.useStopInstallationMutation();
  const cancel = async (): Promise<void> => {
    const { data: wasStopped } = await stop({ query: { name } });
    const title = t(isUpdate ? 'updateStopped' : 'installStopped', { name });
    if (wasStopped === true) dispatch(toastShown({ kind: 'info', title, message: t('nothingChanged') }));
  };
  return (
    <>
      <InstallProgress name={name} />
      <Button size="small" aria-label={t(isUpdate ? 'stopUpdate' : 'stopThis', { name })} onClick={() => void cancel()}>
        {common('cancel')}
      </Button>
    </>
  );
}

function InstallButton(): ReactNode {
  const { t } = useTranslation('packages');
  const dispatch = useAppDispatch();
  return (
    <Button kind="primary" onClick={() => dispatch(modalOpened({ name: 'install-package' }))}>
      <Icon of={PackagePlus} />
      {t('install')}
    </Button>
  );
}

/** Installs all packages again whose files are missing, such as after the data folder was moved without them. */
function MissingFiles({ packages }: { readonly packages: readonly InstalledPackage[] }): ReactNode {
  const { t } = useTranslation('packages');
  const dispatch = useAppDispatch();
  const [update] = packagesApi.useUpdatePackageMutation();
  const [current, setCurrent] = useState<string>();
  const installAll = async (): Promise<void> => {
    let count = 0;
    for (const { packageName: name, installedVersion: version } of packages) {
      setCurrent(name);
      const { error } = await update({ body: { name: `${name}@${version}` } });
      if (error === undefined) count++;
      else dispatch(failureToast(t('reinstallFailed', { name }), error));
    }
    setCurrent(undefined);
    if (count > 0) dispatch(toastShown({ kind: 'success', title: t('allInstalled', { count }) }));
  };
  if (packages.length === 0 && current === undefined) return null;
  const button = (
    <Button disabled={current !== undefined} onClick={() => void installAll()}>
      {t(packages.length === 1 ? 'installAgain' : 'installAllAgain')}
    </Button>
  );
  return (
    <Notice kind="warning" title={t('filesMissing', { count: packages.length })} action={button}>
      {current === undefined ? t('filesMissingText') : t('installingAgain', { name: current })}
    </Notice>
  );
}

/** Shown while the list is loading. */
function WaitingCards(): ReactNode {
  const { t } = useTranslation();
  return (
    <div role="status" className="package-waiting">
      <span className="visually-hidden">{t('loading')}</span>
      {[1, 2].map((each) => (
        <div key={each} className="package-card" aria-hidden>
          <span className="waiting-bar package-bar" />
          <span className="waiting-bar" />
        </div>
      ))}
    </div>
  );
}

/** Below this number of packages in the registry, the number is not shown. */
const WORTH_SHOWING = 31;

/** Returns the number of packages in the registry, or the reason why it cannot be reached. */
const useRegistry = () => packagesApi.usePackageSearchQuery({ query: { query: '' } });

/** A notice with the reason why the registry cannot be reached. Empty if it can be reached. */
function Unreachable({ onRetry }: { readonly onRetry?: () => void }): ReactNode {
  const { t } = useTranslation('packages');
  const { data, isFetching, refetch } = useRegistry();
  if (data?.unreachable === undefined) return null;
  const retry = (): void => {
    void refetch();
    onRetry?.();
  };
  return (
    <Notice
      kind="warning"
      title={t('unreachable')}
      action={
        <Button aria-disabled={isFetching} onClick={retry}>
          {t('retry')}
        </Button>
      }
    >
      {t('unreachableHint')} <span className="package-reason">{data.unreachable}</span>
    </Notice>
  );
}

function None(): ReactNode {
  const { t } = useTranslation('packages');
  const { data } = useRegistry();
  const total = data?.total ?? -1;
  const emptyText = total < WORTH_SHOWING ? t('noneText') : t('noneTextCount', { count: Math.floor(total / 10) * 10 });
  return (
    <>
      <Unreachable />
      <EmptyState title={t('noneTitle')} action={<InstallButton />}>
        {emptyText}
      </EmptyState>
    </>
  );
}

interface PackageCardProps {
  readonly of: InstalledPackage;
  /** Whether newer versions are being searched for. */
  readonly isChecking: boolean;
}

function PackageCard({ of, isChecking }: PackageCardProps): ReactNode {
  const { t } = useTranslation('packages');
  const { packageName, installedVersion, installedNodes, license, failures, failedLoading = false } = of;
  const id = `package-${packageName}`;
  return (
    <section className="package-card" aria-labelledby={id}>
      <div className="package-head">
        <h2 id={id} className="package-name">
          {packageName}
        </h2>
        <Tag>{installedVersion}</Tag>
        {license === undefined ? null : <Tag>{licenseName(license, t)}</Tag>}
        {of.authorName === undefined ? null : <span className="package-author">{t('by', { name: of.authorName })}</span>}
        {failures.length === 0 ? null : (
          <Status kind="bad" icon={<Icon of={TriangleAlert} size={14} />}>
            {t(failedLoading ? 'failed' : 'partlyFailed')}
          </Status>
        )}
      </div>
      {installedNodes.length === 0 ? null : <Nodes names={installedNodes.map(({ name }) => name)} />}
      {failures.length === 0 ? null : <Failures texts={failures} />}
      {of.isTrusted === true ? <Notice kind="warning">{t('trusted')}</Notice> : <NetworkSwitch of={of} />}
      <CardActions of={of} isChecking={isChecking} />
    </section>
  );
}

/** Number of nodes that are named before the others are counted. */
const NAMED = 12;

function Nodes({ names }: { readonly names: readonly string[] }): ReactNode {
  const { t } = useTranslation('packages');
  const firstNames = names.slice(0, NAMED).join(', ');
  return (
    <p className="package-nodes">
      {names.length > NAMED ? t('moreNodes', { names: firstNames, count: names.length - NAMED }) : firstNames}
    </p>
  );
}

function Failures({ texts }: { readonly texts: readonly string[] }): ReactNode {
  const { t } = useTranslation('packages');
  if (texts.length === 1) return <p className="package-failures">{texts[0]}</p>;
  return (
    <details className="package-failures">
      <summary>{t('failures', { count: texts.length })}</summary>
      <ul>
        {texts.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

function NetworkSwitch({ of: { packageName, allowsNetwork } }: { readonly of: InstalledPackage }): ReactNode {
  const { t } = useTranslation('packages');
  const dispatch = useAppDispatch();
  const [update, { isLoading }] = packagesApi.useUpdatePackageMutation();
  const allow = async (isOn: boolean): Promise<void> => {
    const { error } = await update({ body: { name: packageName, allowsNetwork: isOn } });
    if (error !== undefined) dispatch(failureToast(t('changeFailed', { name: packageName }), error));
  };
  return (
    <div className="package-switch">
      <Switch
        label={t('networkOf', { name: packageName })}
        isOn={allowsNetwork}
        isDisabled={isLoading}
        onChange={(isOn) => void allow(isOn)}
      />
      <span>
        <span aria-hidden>{t('network')}</span>
        <span className="field-hint">{t('networkHint')}</span>
      </span>
    </div>
  );
}

function CardActions({ of, isChecking }: PackageCardProps): ReactNode {
  const { packageName, installedVersion, updateAvailable, isUpToDate = false, failedLoading = false } = of;
  const { t } = useTranslation('packages');
  const dispatch = useAppDispatch();
  const isRunning = useAppSelector((state) => selectPackageProgress(state, packageName)) !== undefined;
  const open = (change: 'update' | 'reinstall' | 'uninstall'): void => {
    const version = change === 'reinstall' ? installedVersion : updateAvailable;
    dispatch(modalOpened({ name: 'change-package', packageName, change, ...(version === undefined ? {} : { version }) }));
  };
  if (isRunning) {
    return (
      <div className="package-actions">
        <Running name={packageName} isUpdate />
      </div>
    );
  }
  return (
    <div className="package-actions">
      {failedLoading ? (
        <Button size="small" aria-label={t('installThisAgain', { name: packageName })} onClick={() => open('reinstall')}>
          <Icon of={Download} size={14} />
          {t('installAgain')}
        </Button>
      ) : null}
      {updateAvailable === undefined ? null : (
        <Button size="small" aria-label={t('updateThis', { name: packageName, version: updateAvailable })} onClick={() => open('update')}>
          <Icon of={Download} size={14} />
          {t('update', { version: updateAvailable })}
        </Button>
      )}
      {failedLoading || updateAvailable !== undefined ? null : isUpToDate ? (
        <Status kind="ok" icon={<Icon of={Check} size={14} />}>
          {t('upToDate')}
        </Status>
      ) : (
        <span className="field-hint">{t(isChecking ? 'checking' : 'notChecked')}</span>
      )}
      <span className="package-grow" />
      <OutsideLink to={`https://www.npmjs.com/package/${packageName}`}>{t('docs')}</OutsideLink>
      <Button size="small" kind="quiet" aria-label={t('uninstallThis', { name: packageName })} onClick={() => open('uninstall')}>
        <Icon of={Trash2} size={14} />
        {t('uninstall')}
      </Button>
    </div>
  );
}
