// Actions that several slices react to: events of the engine, and changes that were made outside of the editor.
import { createAction, SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import type { PushEvent } from '../../engine/contract/push.ts';
import type { WorkflowSettings } from '../../engine/contract/workflow.ts';
import type { PushState } from '../transport/transport.ts';

/** One event. With `isLastOfFrame`, subscribers of the store are notified immediately, otherwise together with the next event. */
export const pushReceived = createAction('push/received', (event: PushEvent, isLastOfFrame = true) => ({
  payload: event,
  meta: { [SHOULD_AUTOBATCH]: !isLastOfFrame },
}));

/** State of the connection; `none` once it is closed, for example after sign-out. */
export const connectionChanged = createAction<PushState | 'none'>('push/connectionChanged');

export interface SettingsSaved {
  readonly id: string;
  readonly settings: WorkflowSettings;
  /** The version on which the settings were changed. */
  readonly from: number;
  readonly version: number;
}

/** Changes to saved workflows that were made outside of the editor, for an editor that has them open. */
export const workflowSettingsSaved = createAction<SettingsSaved>('workflows/settingsSaved');
