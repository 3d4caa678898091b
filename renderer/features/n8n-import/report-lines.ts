// The report of an import in words: what a workflow lacks or does otherwise, and the whole report as text.
import type { TFunction } from 'i18next';
import type { ImportReport } from '../../../engine/contract/rest/imports.ts';

type T = TFunction<'n8nImport'>;
type ImportedWorkflow = ImportReport['workflows'][number];

/** Returns the numbers of what was imported. */
export const countLines = (report: ImportReport, t: T): readonly string[] => [
  t('report.workflows', { count: report.workflows.length }),
  t('report.credentials', { count: report.credentials.length }),
  t('report.folders', { count: report.folders }),
  t('report.tags', { count: report.tags }),
  t('report.dataTables', { count: report.dataTables.length }),
];

/** Returns what a workflow lacks, and what behaves differently from n8n. */
export const noteLines = ({ missing, differences }: ImportedWorkflow, t: T): readonly string[] => [
  ...missing.map(({ type, package: packageName }) =>
    packageName === undefined ? t('report.missing', { type }) : t('report.missingPackage', { type, package: packageName }),
  ),
  ...differences.map(({ text, nodes }) => (nodes.length === 0 ? text : t('report.differenceAt', { text, nodes: nodes.join(', ') }))),
];

/** Returns how a workflow differs from a new, inactive one. */
export const stateLines = ({ isNew, wasActive, isArchived }: ImportedWorkflow, t: T): readonly string[] => [
  ...(isNew ? [] : [t('report.updated')]),
  ...(wasActive ? [t('report.wasActive')] : []),
  ...(isArchived ? [t('report.isArchived')] : []),
];

export const tableLines = ({ dataTables }: ImportReport, t: T): readonly string[] =>
  dataTables.map(({ name, rows, isNew }) => (isNew ? t('report.table', { name, count: rows }) : t('report.tableExists', { name })));

export const failureLines = ({ failures }: ImportReport, t: T): readonly string[] =>
  failures.map(({ kind, name, reason }) => t(`report.failure.${kind}`, { name, reason }));

/** Returns the packages of the registry that bring missing nodes, each once. */
export const missingPackagesOf = ({ workflows }: ImportReport): readonly string[] => [
  ...new Set(workflows.flatMap(({ missing }) => missing.flatMap((each) => each.package ?? []))),
];

/** Returns the advice for workflows that n8n still runs; undefined if there are none. */
export function activeAdvice({ workflows }: ImportReport, t: T): string | undefined {
  const count = workflows.filter(({ wasActive }) => wasActive).length;
  return count === 0 ? undefined : t('report.deactivate', { count });
}

export function reportText(report: ImportReport, t: T): string {
  const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', title, ...lines]);
  const workflowLines = report.workflows.flatMap((workflow) => {
    const states = stateLines(workflow, t);
    const line = `${workflow.name} (${workflow.id})${states.length === 0 ? '' : `: ${states.join(', ')}`}`;
    return [line, ...noteLines(workflow, t).map((note) => `  ${note}`)];
  });
  const advice = activeAdvice(report, t);
  const lines = [
    t('report.title'),
    ...countLines(report, t),
    ...(advice === undefined ? [] : ['', advice]),
    ...section(t('report.failures'), failureLines(report, t)),
    ...section(t('report.packages'), missingPackagesOf(report)),
    ...section(t('report.workflowsTitle'), workflowLines),
    ...section(t('report.tables'), tableLines(report, t)),
  ];
  return `${lines.join('\n')}\n`;
}
