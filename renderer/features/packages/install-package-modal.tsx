// Installs a package of nodes: found by search or name, with its details, its license, and what it may do.
import './packages.css';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackageDetails } from '../../../engine/contract/rest/packages.ts';
import { packagesApi } from '../../api/packages.ts';
import { packageFailureRead, selectInstallFailures } from '../../state/package-progress.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { failureText, failureToast, toastShown } from '../../state/toasts.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button, OutsideLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Waiting } from '../../ui/page.tsx';
import { InstallProgress } from './install-progress.tsx';
import { licenseName } from './license-name.ts';
import { OverridesField, overridesIn } from './overrides-field.tsx';

export interface InstallPackageModalProps {
  readonly modal: OpenModal<'install-package'>;
  readonly onClose: () => void;
}

/** Length of the longest name in the registry. */
const LONGEST = 214;
/** Milliseconds after the last key until the registry is searched. */
const PAUSE = 400;

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
const withoutCommand = (text: string): string => text.trim().replace(/^npm\s+(?:i|install)\s+/, '');

/** Removes the version or tag behind a name: `@scope/name@1.2.3`. */
const nameOnly = (text: string): string => text.replace(/(?<=.)@[^@/]*$/, '');

export function InstallPackageModal({ modal, onClose }: InstallPackageModalProps): ReactNode {
  const { t } = useTranslation('packages');
  const { t: common } = useTranslation();
  const dispatch = useAppDispatch();
  const id = useId();
  const [text, setText] = useState(modal.packageName ?? modal.search ?? '');
  /** The name whose details are shown. */
  const [chosen, setChosen] = useState(modal.packageName ?? '');
  const [decided, setDecided] = useState(undecided);
  const { isRiskAccepted, isLicenseAccepted, allowsNetwork, isSent, overrides, takesNearest } = decided;
  const decide = (change: Partial<typeof undecided>): void => setDecided((before) => ({ ...before, ...change }));
  const form = useRef<HTMLFormElement>(null);
  const details = packagesApi.usePackageDetailsQuery({ query: { name: chosen } }, { skip: chosen === '' });
  const { data: packages } = packagesApi.usePackagesQuery();
  const [install, installing] = packagesApi.useInstallPackageMutation();
  const [update, updating] = packagesApi.useUpdatePackageMutation();
  const [stopInstallation] = packagesApi.useStopInstallationMutation();
  const isStopped = useRef(false);
  const shown = chosen === '' ? undefined : details.currentData;
  const needsLicense = shown !== undefined && (shown.license === undefined || shown.licenseText !== undefined);
  const present = packages?.find(({ packageName }) => packageName === shown?.name);
  const isPresent = present !== undefined && present.failedLoading !== true && present.installedVersion === shown?.version;
  const isLoading = installing.isLoading || updating.isLoading;
  const error = installing.error ?? updating.error;
  useFailureShownHere(nameOnly(chosen));

  const choose = (name: string): void => {
    setText(name);
    setChosen(name);
    setDecided(undecided);
    installing.reset();
    updating.reset();
  };
  /** Installs the package, or replaces its installed version. */
  const put = (of: PackageDetails, versions: Record<string, string>) =>
    present === undefined
      ? install({ body: { name: chosen, allowsNetwork, overrides: versions, takesNearest } })
      : update({
          body: { name: `${of.name}@${of.version}`, takesNearest, ...(Object.keys(versions).length === 0 ? {} : { overrides: versions }) },
        });
  const isNamed = withoutCommand(text) === chosen;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading || details.isFetching) return undefined;
    const name = withoutCommand(text);
    if (name !== chosen) return choose(name);
    decide({ isSent: true });
    const versions = overridesIn(overrides);
    if (shown === undefined) return void details.refetch();
    if (!isRiskAccepted || (needsLicense && !isLicenseAccepted) || versions === undefined) {
      // What is missing may be out of view.
      const at = needsLicense && !isLicenseAccepted ? 'license' : versions === undefined ? 'overrides' : 'risk';
      form.current?.querySelector<HTMLElement>(`[data-part="${at}"] :is([role="checkbox"], input)`)?.focus();
      return undefined;
    }
    const { data, error: failure } = await put(shown, versions);
    if (data === undefined) {
      if (isStopped.current) {
        dispatch(toastShown({ kind: 'info', title: t('installStopped', { name: nameOnly(chosen) }), message: t('nothingChanged') }));
        return onClose();
      }
      if ((failure as RequestFailure).status !== 400) dispatch(failureToast(t('installFailed', { name: chosen }), failure));
      return undefined;
    }
    const title = t(present === undefined ? 'installDone' : 'updateDone', { name: data.packageName });
    const added = present === undefined ? { message: t('installedNodes', { count: data.installedNodes.length }) } : {};
    dispatch(toastShown({ kind: 'success', title, ...added }));
    return onClose();
  };
  const close = (): void => {
    if (!isLoading) return onClose();
    isStopped.current = true;
    // If it has just ended, the package is there.
    void stopInstallation({ query: { name: nameOnly(chosen) } });
  };
  /** After a failure, these are shown with it. */
  const isAfterFailure = couldNotInstall(error) || overrides !== '';
  const versionFields = (
    <div data-part="overrides">
      <Checkbox label={t('takeNearest')} isOn={takesNearest} isDisabled={isLoading} onChange={(isOn) => decide({ takesNearest: isOn })} />
      {isAfterFailure ? (
        <OverridesField value={overrides} isDisabled={isLoading} onChange={(typed) => decide({ overrides: typed })} />
      ) : null}
    </div>
  );
  const footer = (
    <>
      {isLoading ? <InstallProgress name={nameOnly(chosen)} /> : null}
      <Button onClick={close}>{common('cancel')}</Button>
      <Button
        type="submit"
        form={id}
        kind="primary"
        aria-disabled={isLoading || details.isFetching}
        disabled={text.trim() === '' || (isNamed && isPresent)}
      >
        {t(
          isLoading
            ? 'installing'
            : !isNamed
              ? 'showDetails'
              : details.isError
                ? 'retry'
                : present === undefined
                  ? 'installConfirm'
                  : 'replace',
        )}
      </Button>
    </>
  );
  const inlineFailure = (details.currentData === undefined && chosen !== '' ? details.error : undefined) ?? error;
  return (
    <Dialog title={t('installTitle')} isOpen isBusy={isLoading} onClose={close} width="560px" footer={footer}>
      <form ref={form} id={id} className="package-form" noValidate onSubmit={(event) => void submit(event)}>
        <p className="package-text">
          {t('installText')}{' '}
          <OutsideLink to="https://www.npmjs.com/search?q=keywords%3An8n-community-node-package">{t('browse')}</OutsideLink>
        </p>
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          value={text}
          maxLength={LONGEST}
          disabled={isLoading}
          autoFocus
          onChange={setText}
          onBlur={() => setText(withoutCommand(text))}
        />
        {inlineFailure === undefined || !isNamed || isLoading || details.isFetching ? null : (
          <Notice kind="error">{failureText(inlineFailure)}</Notice>
        )}
        {shown === undefined || !isNamed || !isAfterFailure ? null : <div className="package-versions">{versionFields}</div>}
        {chosen !== '' && isNamed ? null : <Found text={withoutCommand(text)} onChoose={choose} />}
        {chosen !== '' && details.isFetching ? <Waiting /> : null}
        {shown === undefined || !isNamed ? null : (
          <>
            {present === undefined ? null : <Present version={present.installedVersion} isSame={isPresent} next={shown.version} />}
            <Details of={shown} />
            {isPresent ? null : (
              <>
                {needsLicense ? (
                  <Accepted
                    part="license"
                    label={t('acceptLicense')}
                    isOn={isLicenseAccepted}
                    isMissing={isSent && !isLicenseAccepted}
                    isDisabled={isLoading}
                    onChange={(isOn) => decide({ isLicenseAccepted: isOn })}
                  />
                ) : null}
                {present === undefined ? (
                  <Checkbox
                    label={t('allowNetwork')}
                    isOn={allowsNetwork}
                    isDisabled={isLoading}
                    onChange={(isOn) => decide({ allowsNetwork: isOn })}
                  />
                ) : null}
                {isAfterFailure || shown.dependencies === 0 ? null : versionFields}
                <Accepted
                  part="risk"
                  label={t('acceptRisk')}
                  isOn={isRiskAccepted}
                  isMissing={isSent && !isRiskAccepted}
                  isDisabled={isLoading}
                  onChange={(isOn) => decide({ isRiskAccepted: isOn })}
                />
              </>
            )}
          </>
        )}
      </form>
    </Dialog>
  );
}

interface PresentProps {
  /** The installed version. */
  readonly version: string;
  readonly isSame: boolean;
  /** The version that is shown. */
  readonly next: string;
}

/** Says that the package is installed, and what choosing another version does. */
function Present({ version, isSame, next }: PresentProps): ReactNode {
  const { t } = useTranslation('packages');
  return <Notice kind="info">{t(isSame ? 'present' : 'presentOther', { version, next })}</Notice>;
}

/** The dialog shows why its installation failed, so the page need not. */
function useFailureShownHere(name: string): void {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectInstallFailures)[name];
  useEffect(() => {
    if (failure !== undefined) dispatch(packageFailureRead(name));
  }, [dispatch, failure, name]);
}

/** Whether an installation failed because of the registry, such as one that lacks a version. */
export const couldNotInstall = (failure: unknown): boolean => (failure as RequestFailure | undefined)?.code === 'PACKAGE_NOT_INSTALLED';

interface AcceptedProps {
  readonly part: 'license' | 'risk';
  readonly label: string;
  readonly isOn: boolean;
  /** Whether the installation was attempted without it. */
  readonly isMissing: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A checkbox that must be ticked. */
function Accepted({ part, label, isOn, isMissing, isDisabled, onChange }: AcceptedProps): ReactNode {
  const { t } = useTranslation('packages');
  return (
    <div data-part={part}>
      <Checkbox
        label={label}
        isOn={isOn}
        isDisabled={isDisabled}
        isRequired
        error={isMissing ? t('mustAccept') : undefined}
        onChange={onChange}
      />
    </div>
  );
}

/** Packages of the registry that match the text, once typing pauses. */
function Found({ text, onChoose }: { readonly text: string; readonly onChoose: (name: string) => void }): ReactNode {
  const { t } = useTranslation('packages');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const { currentData: data, error } = packagesApi.usePackageSearchQuery({ query: { query: asked } }, { skip: asked.length < 2 });
  if (asked.length < 2) return null;
  if (error !== undefined) return <Notice kind="error">{failureText(error)}</Notice>;
  if (data === undefined) return <p className="field-hint">{t('searching')}</p>;
  if (data.unreachable !== undefined) {
    return (
      <Notice kind="warning" title={t('unreachable')}>
        {t('unreachableHint')} <span className="package-reason">{data.unreachable}</span>
      </Notice>
    );
  }
  if (data.packages.length === 0) return <p className="field-hint">{t(data.isSearchable ? 'foundNone' : 'notSearchable')}</p>;
  return (
    <ul className="package-found" aria-label={t('found')}>
      {data.packages.map(({ name, version, description }) => (
        <li key={name}>
          <button type="button" className="package-choice" onClick={() => onChoose(name)}>
            <strong>{name}</strong> <span className="package-version">{version}</span>
            <span className="package-description">{description}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Details({ of }: { readonly of: PackageDetails }): ReactNode {
  const { t } = useTranslation('packages');
  const { version, author, license, licenseText, description, deprecated, nodes, credentials, size, dependencies, isLarge } = of;
  const mebibytes = size === undefined ? undefined : (size / 1024 / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 });
  const sizeText = (own: string): string => (dependencies === 0 ? own : t('facts.sizeWith', { size: own, count: dependencies }));
  const facts = [
    [t('facts.version'), version],
    [t('facts.author'), author ?? t('facts.unknown')],
    [t('facts.license'), licenseName(license, t)],
    [t('facts.nodes'), nodes],
    [t('facts.credentials'), credentials],
    ...(mebibytes === undefined ? [] : [[t('facts.size'), sizeText(t('facts.sizeText', { mebibytes }))]]),
    [t('facts.time'), t(isLarge === true ? 'facts.minutes' : dependencies > 0 ? 'facts.minute' : 'facts.seconds')],
  ];
  return (
    <div className="package-details">
      {description === undefined ? null : <p>{description}</p>}
      {deprecated === undefined ? null : (
        <Notice kind="warning" title={t('deprecated')}>
          {deprecated}
        </Notice>
      )}
      <dl className="package-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isLarge === true ? <Notice kind="info">{t('large', { count: dependencies })}</Notice> : null}
      <p className="field-hint">{t('reach')}</p>
      {licenseText === undefined ? null : (
        <pre className="package-license" tabIndex={0} aria-label={t('licenseText')}>
          {licenseText}
        </pre>
      )}
    </div>
  );
}
