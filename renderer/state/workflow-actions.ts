// What happened to saved workflows outside of the editor, for the editor that may have them open.
import { createAction } from '@reduxjs/toolkit';
import type { WorkflowSettings } from '../../engine/contract/workflow.ts';

export interface SettingsSaved {
  readonly id: string;
  readonly settings: WorkflowSettings;
  /** The version the settings were changed on, and the one that came of it. */
  readonly from: number;
  readonly version: number;
}

export const workflowSettingsSaved = createAction<SettingsSaved>('workflows/settingsSaved');
