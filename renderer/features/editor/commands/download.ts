// Downloads the workflow as a file.
import { Download } from 'lucide-react';
import type { Command } from './command.ts';
import { exportWorkflow, workflowText, workflowToSave } from '../../../../engine/workflow/export.ts';
import { safeFileName } from '../../../../engine/workflow/files.ts';
import type { EditorContext } from '../actions/context.ts';

export const download: Command = {
  id: 'download',
  icon: Download,
  group: 'workflow',
  run: saveAsFile,
};

function saveAsFile({ editor, types, instanceId }: EditorContext): void {
  const { history, id } = editor();
  const { staticData: _state, ...file } = workflowToSave(history.present, types());
  const text = workflowText(exportWorkflow({ ...file, ...(id === undefined ? {} : { id }) }, { instanceId: instanceId() }));
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${safeFileName(file.name ?? 'workflow')}.json`;
  link.click();
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
