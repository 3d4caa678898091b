// Downloads the workflow as a file.
import { Download } from 'lucide-react';
import type { Command } from './command.ts';
import { exportWorkflow, workflowText, workflowToSave, safeFileName } from '../../../../engine/workflow/file/export.ts';
import { saveTextFile } from '../../../lib/browser.ts';
import type { EditorStore, Instance, NodeCatalog } from '../actions/context.ts';

export const download: Command = {
  id: 'download',
  icon: Download,
  group: 'workflow',
  run: saveAsFile,
};

async function saveAsFile({ editor, types, instanceId }: EditorStore & NodeCatalog & Instance): Promise<void> {
  const { history, id } = editor();
  const { staticData: _state, ...file } = workflowToSave(history.present, types());
  const text = workflowText(exportWorkflow({ ...file, ...(id === undefined ? {} : { id }) }, { instanceId: instanceId() }));
  await saveTextFile(`${safeFileName(file.name ?? 'workflow')}.json`, text);
}
