// Changes to saved workflows that were made outside of the editor, for an editor that has them open.
import { createAction } from '@reduxjs/toolkit';
import type { WorkflowSettings } from '../../engine/contract/workflow.ts';

export interface SettingsSaved {
  readonly id: string;
  readonly settings: WorkflowSettings;
  /** The version on which the settings were changed. */
  readonly from: number;
  readonly version: number;
}

export const workflowSettingsSaved = createAction<SettingsSaved>('workflows/settingsSaved');
