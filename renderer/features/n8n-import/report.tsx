// The report of an import: numbers, failures, packages to install, and what each workflow lacks or does otherwise.
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ImportReport } from '../../../engine/contract/rest/imports.ts';
import { saveTextFile } from '../../lib/browser.ts';
import { useInstallAdvice, useInstallOffer } from '../../state/package-offer.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tag } from '../../ui/tag.tsx';
import {
  activeAdvice,
  countLines,
  failureLines,
  missingPackagesOf,
  noteLines,
  reportText,
  stateLines,
  tableLines,
} from './report-lines.ts';

interface ReportProps {
  readonly report: ImportReport;
}

/** Buttons that copy and save the report as text. */
export function ReportButtons({ report }: ReportProps): ReactNode {
  const { t } = useTranslation('n8nImport');
  const text = reportText(report, t);
  return (
    <>
      <CopyButton text={text} label={t('report.copy')} />
      <Button onClick={() => void saveTextFile('n8n-import.txt', text)}>
        <Icon of={Download} />
        {t('report.save')}
      </Button>
    </>
  );
}

export function Report({ report }: ReportProps): ReactNode {
  const { t } = useTranslation('n8nImport');
  const advice = activeAdvice(report, t);
  const failures = failureLines(report, t);
  const packages = missingPackagesOf(report);
  return (
    <div className="n8n-report">
      <p role="status">{countLines(report, t).join(' · ')}</p>
      {advice === undefined ? null : <Notice kind="warning">{advice}</Notice>}
      {failures.length === 0 ? null : (
        <Notice kind="error" title={t('report.failures')}>
          <ul>
            {failures.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Notice>
      )}
      {packages.length === 0 ? null : <Packages packages={packages} />}
      <Workflows workflows={report.workflows} />
      {report.dataTables.length === 0 ? null : (
        <section>
          <h3>{t('report.tables')}</h3>
          <ul>
            {tableLines(report, t).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Packages({ packages }: { readonly packages: readonly string[] }): ReactNode {
  const { t } = useTranslation('n8nImport');
  const advice = useInstallAdvice();
  return (
    <section>
      <h3>{t('report.packages')}</h3>
      {advice === undefined ? (
        <div className="n8n-report-packages">
          {packages.map((name) => (
            <InstallButton key={name} packageName={name} />
          ))}
        </div>
      ) : (
        <p>
          {packages.join(', ')}. {advice}
        </p>
      )}
    </section>
  );
}

function InstallButton({ packageName }: { readonly packageName: string }): ReactNode {
  const offer = useInstallOffer(packageName);
  if (offer === undefined) return null;
  return (
    <Button size="small" aria-disabled={offer.isInstalling} onClick={offer.install}>
      {offer.label}
    </Button>
  );
}

function Workflows({ workflows }: Pick<ImportReport, 'workflows'>): ReactNode {
  const { t } = useTranslation('n8nImport');
  const lines = workflows.map((workflow) => ({ workflow, notes: noteLines(workflow, t), states: stateLines(workflow, t) }));
  const listed = lines.filter(({ notes, states }) => notes.length > 0 || states.length > 0);
  const fine = workflows.length - listed.length;
  return (
    <section>
      <h3>{t('report.workflowsTitle')}</h3>
      <ul className="n8n-report-workflows">
        {listed.map(({ workflow: { id, name }, notes, states }) => (
          <li key={id}>
            <span className="row">
              <Link to={`/workflow/${encodeURIComponent(id)}`} target="_blank" className="n8n-report-name" title={name}>
                {name}
              </Link>
              {states.map((state) => (
                <Tag key={state}>{state}</Tag>
              ))}
            </span>
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </li>
        ))}
      </ul>
      {fine === 0 ? null : <p>{t('report.fine', { count: fine })}</p>}
    </section>
  );
}
