// /settings leads to the first of its screens that the visitor may open.
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { selectUser } from '../state/session.ts';
import { useAppSelector } from '../state/store.ts';
import { useSettings } from '../state/use-settings.ts';
import { homePath, settingsScreensOf } from './access.ts';

export function FirstSettings(): ReactNode {
  const user = useAppSelector(selectUser);
  const [first] = settingsScreensOf({ user, settings: useSettings() });
  return <Navigate to={first?.path ?? homePath} replace />;
}
