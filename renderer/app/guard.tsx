// Lets a screen be seen by those who may, and leads others elsewhere.
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { selectUser } from '../state/session.ts';
import { useAppSelector } from '../state/store.ts';
import { useSettings } from '../state/use-settings.ts';
import { redirectFor, type AccessRule } from './access.ts';

export function Guard({ rule }: { readonly rule: AccessRule }): ReactNode {
  const user = useAppSelector(selectUser);
  const settings = useSettings();
  const { pathname, search } = useLocation();
  const elsewhere = redirectFor(rule, {
    user,
    settings,
    wanted: `${pathname}${search}`,
    redirect: new URLSearchParams(search).get('redirect'),
  });
  return elsewhere === undefined ? <Outlet /> : <Navigate to={elsewhere} replace />;
}
