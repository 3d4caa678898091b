// Frame of the sign-in pages: one centered card.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { Mark, ThemeToggle } from './frame-parts.tsx';
import './auth-frame.css';

/** `children` replace the page of the route. */
export function AuthFrame({ children = <Outlet /> }: { readonly children?: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="auth-frame">
      <header className="auth-brand">
        <Mark size={28} />
        {t('product')}
      </header>
      <main className="auth-card">{children}</main>
      <div className="auth-theme">
        <ThemeToggle />
      </div>
    </div>
  );
}
