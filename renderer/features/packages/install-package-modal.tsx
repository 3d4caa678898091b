// Installs a package of nodes: found by search or name, with its details, its license, and what it may do.
import './packages.css';
import { useId, useRef, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../state/toasts.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import { Button, OutsideLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Waiting } from '../../ui/page.tsx';
import { InstallProgress } from './install-progress.tsx';
import { OverridesField } from './overrides-field.tsx';
import { PackageFacts, PackageMatches } from './package-matches.tsx';
import { useInstallPackage, withoutCommand, type InstallForm } from './use-install-package.ts';

export interface InstallPackageModalProps {
  readonly modal: OpenModal<'install-package'>;
  readonly onClose: () => void;
}

/** Length of the longest name in the registry. */
const LONGEST = 214;

export function InstallPackageModal({ modal, onClose }: InstallPackageModalProps): ReactNode {
  const { t } = useTranslation('packages');
  const { t: common } = useTranslation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const installation = useInstallPackage(modal, onClose);
  const { text, setText, name, isNamed, details, isFetching, isLoading, failure } = installation;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing = await installation.submit();
    // What is missing may be out of view.
    if (missing !== undefined) form.current?.querySelector<HTMLElement>(`[data-part="${missing}"] :is([role="checkbox"], input)`)?.focus();
  };
  const footer = (
    <>
      {isLoading ? <InstallProgress name={name} /> : null}
      <Button onClick={installation.close}>{common('cancel')}</Button>
      <Button
        type="submit"
        form={id}
        kind="primary"
        aria-disabled={isLoading || isFetching}
        disabled={text.trim() === '' || (isNamed && installation.isInstalled)}
      >
        {t(submitKey(installation))}
      </Button>
    </>
  );
  return (
    <Dialog title={t('installTitle')} isOpen isBusy={isLoading} onClose={installation.close} width="560px" footer={footer}>
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
        {failure === undefined || !isNamed || isLoading || isFetching ? null : <Notice kind="error">{failureText(failure)}</Notice>}
        {details !== undefined && isNamed && installation.takesOverrides ? (
          <div className="package-versions">
            <Versions of={installation} />
          </div>
        ) : null}
        {name !== '' && isNamed ? null : <PackageMatches text={withoutCommand(text)} onChoose={installation.choose} />}
        {name !== '' && isFetching ? <Waiting /> : null}
        {details !== undefined && isNamed ? <Chosen of={installation} /> : null}
      </form>
    </Dialog>
  );
}

/** Returns the key of the label of the button that submits the form. */
function submitKey({ isLoading, isNamed, hasFailed, installed }: InstallForm) {
  if (isLoading) return 'installing';
  if (!isNamed) return 'showDetails';
  if (hasFailed) return 'retry';
  return installed === undefined ? 'installConfirm' : 'replace';
}

/** Which versions of dependencies are installed. After a failure because of them, they can be entered. */
function Versions({ of }: { readonly of: InstallForm }): ReactNode {
  const { t } = useTranslation('packages');
  const { decisions, decide, isLoading, takesOverrides } = of;
  return (
    <div data-part="overrides">
      <Checkbox
        label={t('takeNearest')}
        isOn={decisions.takesNearest}
        isDisabled={isLoading}
        onChange={(takesNearest) => decide({ takesNearest })}
      />
      {takesOverrides ? (
        <OverridesField value={decisions.overrides} isDisabled={isLoading} onChange={(overrides) => decide({ overrides })} />
      ) : null}
    </div>
  );
}

/** The chosen package, and what the user decides about it. */
function Chosen({ of }: { readonly of: InstallForm }): ReactNode {
  const { t } = useTranslation('packages');
  const { details, installed, isInstalled, decisions, decide, isLoading } = of;
  if (details === undefined) return null;
  const { version, dependencies } = details;
  const notice = installed === undefined ? undefined : { version: installed.installedVersion, next: version };
  const common = { isSent: decisions.isSent, isDisabled: isLoading };
  return (
    <>
      {notice === undefined ? null : <Notice kind="info">{t(isInstalled ? 'present' : 'presentOther', notice)}</Notice>}
      <PackageFacts of={details} />
      {isInstalled ? null : (
        <>
          {of.needsLicense ? (
            <Accepted
              {...common}
              part="license"
              label={t('acceptLicense')}
              isOn={decisions.isLicenseAccepted}
              onChange={(isLicenseAccepted) => decide({ isLicenseAccepted })}
            />
          ) : null}
          {installed === undefined ? (
            <Checkbox
              label={t('allowNetwork')}
              isOn={decisions.allowsNetwork}
              isDisabled={isLoading}
              onChange={(allowsNetwork) => decide({ allowsNetwork })}
            />
          ) : null}
          {of.takesOverrides || dependencies === 0 ? null : <Versions of={of} />}
          <Accepted
            {...common}
            part="risk"
            label={t('acceptRisk')}
            isOn={decisions.isRiskAccepted}
            onChange={(isRiskAccepted) => decide({ isRiskAccepted })}
          />
        </>
      )}
    </>
  );
}

interface AcceptedProps {
  readonly part: 'license' | 'risk';
  readonly label: string;
  readonly isOn: boolean;
  /** Whether an installation was attempted. */
  readonly isSent: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A checkbox that must be ticked. */
function Accepted({ part, label, isOn, isSent, isDisabled, onChange }: AcceptedProps): ReactNode {
  const { t } = useTranslation('packages');
  return (
    <div data-part={part}>
      <Checkbox
        label={label}
        isOn={isOn}
        isDisabled={isDisabled}
        isRequired
        error={isSent && !isOn ? t('mustAccept') : undefined}
        onChange={onChange}
      />
    </div>
  );
}
