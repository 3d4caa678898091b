// The runs of all templates, by the names of their files.
import { dataAndFilesRuns } from './data-and-files.ts';
import { messagesAndFormsRuns } from './messages-and-forms.ts';
import { modelsAndOperationsRuns } from './models-and-operations.ts';
import { monitoringAndDocumentsRuns } from './monitoring-and-documents.ts';
import { pagesAndApisRuns } from './pages-and-apis.ts';
import type { TemplateRun } from './template-run.ts';

export const templateRuns: Readonly<Record<string, TemplateRun>> = {
  ...dataAndFilesRuns,
  ...messagesAndFormsRuns,
  ...modelsAndOperationsRuns,
  ...monitoringAndDocumentsRuns,
  ...pagesAndApisRuns,
};
