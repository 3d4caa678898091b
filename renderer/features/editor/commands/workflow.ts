// Commands of the workflow as a whole.
import { Download, FilePlus2, FileUp, FolderOpen, History, Link, Save } from 'lucide-react';
import { exportWorkflow, safeFileName, workflowText, workflowToSave } from '../../../../engine/workflow/file/export.ts';
import { saveTextFile } from '../../../lib/browser.ts';
import type { EditorStore, Instance, NodeCatalog } from '../actions/context.ts';
import { saveWorkflow } from '../actions/save-workflow.ts';
import { type Command, isEditing } from './command.ts';

/** Saves the workflow. */
export const save: Command = {
  id: 'save',
  icon: Save,
  group: 'workflow',
  keys: ['Ctrl+S'],
  isEnabled: isEditing,
  run: async (context) => void (await saveWorkflow(context)),
};

/** Opens a new workflow. */
export const newWorkflow: Command = {
  id: 'newWorkflow',
  icon: FilePlus2,
  group: 'workflow',
  keys: ['Ctrl+Alt+N'],
  isEnabled: ({ editor }) => editor().mode !== 'demo',
  run: ({ ui }) => ui.goTo('/workflow'),
};

/** Opens the dialog that opens workflows. */
export const openWorkflow: Command = {
  id: 'openWorkflow',
  icon: FolderOpen,
  group: 'workflow',
  keys: ['Ctrl+O'],
  isEnabled: ({ editor }) => editor().mode !== 'demo',
  run: ({ ui }) => ui.openWorkflows(),
};

/** Imports a workflow from a file. */
export const importFile: Command = {
  id: 'importFile',
  icon: FileUp,
  group: 'workflow',
  isEnabled: isEditing,
  run: ({ ui }) => ui.chooseFile(),
};

/** Imports a workflow from a URL. */
export const importUrl: Command = {
  id: 'importUrl',
  icon: Link,
  group: 'workflow',
  isEnabled: isEditing,
  run: ({ ui }) => ui.openImportUrl(),
};

/** Opens the version history. */
export const versionHistory: Command = {
  id: 'versionHistory',
  icon: History,
  group: 'workflow',
  keys: ['Shift+H'],
  isEnabled: ({ editor }) => editor().id !== undefined && editor().mode === 'edit',
  run: ({ editor, ui }) => ui.goTo(`/workflow/${encodeURIComponent(editor().id ?? '')}/history`),
};

/** Downloads the workflow as a file. */
export const download: Command = {
  id: 'download',
  icon: Download,
  group: 'workflow',
  run: saveAsFile,
};

async function saveAsFile({ editor, types, instanceId }: EditorStore & NodeCatalog & Instance): Promise<void> {
  const { history, id } = editor();
  const { staticData: _state, ...file } = workflowToSave(history.present, types());
  const json = workflowText(exportWorkflow({ ...file, ...(id === undefined ? {} : { id }) }, { instanceId: instanceId() }));
  await saveTextFile(`${safeFileName(file.name ?? 'workflow')}.json`, json);
}
