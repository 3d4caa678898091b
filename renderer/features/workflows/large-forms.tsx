// Rarely opened forms, each in a file of its own, so that the editor does not load them.
import { lazy, type ReactNode } from 'react';
import type { DuplicateModalProps } from './duplicate-modal.tsx';
import type { SettingsModalProps } from './settings-modal.tsx';

const Duplicate = lazy(async () => ({ default: (await import('./duplicate-modal.tsx')).DuplicateModal }));
const Settings = lazy(async () => ({ default: (await import('./settings-modal.tsx')).SettingsModal }));

export const DuplicateModal = (props: DuplicateModalProps): ReactNode => <Duplicate {...props} />;
export const SettingsModal = (props: SettingsModalProps): ReactNode => <Settings {...props} />;
