// What the registry has: packages that match a text, and the details of one.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackageDetails } from '../../../engine/contract/rest/packages.ts';
import { packagesApi } from '../../api/packages.ts';
import { failureText } from '../../state/toasts.ts';
import { Notice } from '../../ui/notice.tsx';
import { licenseName } from './license-name.ts';

/** Milliseconds after the last key until the registry is searched. */
const PAUSE = 400;

/** Packages of the registry that match the text, once typing pauses. */
export function PackageMatches({ text, onChoose }: { readonly text: string; readonly onChoose: (name: string) => void }): ReactNode {
  const { t } = useTranslation('packages');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const { currentData: data, error } = packagesApi.usePackageSearchQuery({ query: { query: query } }, { skip: query.length < 2 });
  if (query.length < 2) return null;
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

export function PackageFacts({ of }: { readonly of: PackageDetails }): ReactNode {
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
