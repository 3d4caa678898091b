// Toasts in the corner. Their timeouts pause on hover and focus.
import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { selectToasts, toastClosed, type Toast, type ToastKind } from '../state/toasts.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import './toasts.css';

/** Timeout in milliseconds by kind: errors take longer to read. */
const timeouts: Readonly<Record<ToastKind, number>> = { success: 4500, info: 6000, warning: 8000, error: 12_000 };
const icons: Readonly<Record<ToastKind, LucideIcon>> = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert };

export function Toasts(): ReactNode {
  const { t } = useTranslation();
  const toasts = useAppSelector(selectToasts);
  const section = useRef<HTMLElement>(null);
  useToastsHeight(section, toasts.length);
  const isUrgent = ({ kind }: Toast): boolean => kind === 'error' || kind === 'warning';
  return (
    <section ref={section} className="toasts" aria-label={t('toasts.region')}>
      <div aria-live="assertive" className="toast-list">
        {toasts.filter(isUrgent).map((toast) => (
          <ToastBox key={toast.id} toast={toast} />
        ))}
      </div>
      <div aria-live="polite" className="toast-list">
        {toasts
          .filter((toast) => !isUrgent(toast))
          .map((toast) => (
            <ToastBox key={toast.id} toast={toast} />
          ))}
      </div>
    </section>
  );
}

function ToastBox({ toast }: { readonly toast: Toast }): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [isPaused, setIsPaused] = useState(false);
  const { id, kind, title, message, details, link, button, isSticky = false, duration = timeouts[kind] } = toast;
  useEffect(() => {
    if (isSticky || isPaused) return;
    const timer = setTimeout(() => dispatch(toastClosed(id)), duration);
    return () => clearTimeout(timer);
  }, [dispatch, duration, id, isPaused, isSticky]);
  return (
    <div
      className="raised toast"
      data-kind={kind}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Icon of={icons[kind]} size={18} />
      <div className="toast-text">
        <strong className="toast-title">{title}</strong>
        {message === undefined ? null : <p>{message}</p>}
        {link === undefined ? null : <Link to={link.to}>{link.label}</Link>}
        {button === undefined ? null : (
          <button
            type="button"
            className="link-button"
            onClick={() => {
              dispatch(toastClosed(id));
              dispatch(button.action);
            }}
          >
            {button.label}
          </button>
        )}
        {details === undefined ? null : (
          <details>
            <summary>{t('toasts.details')}</summary>
            <pre tabIndex={0}>{details}</pre>
          </details>
        )}
      </div>
      <IconButton size="small" label={t('toasts.close', { title })} onClick={() => dispatch(toastClosed(id))}>
        <Icon of={X} />
      </IconButton>
    </div>
  );
}

const ROOM = '--toasts-room';

/** Reserves space for the toasts and scrolls the newest into view. `count`: number of toasts; with none, no space is reserved. */
function useToastsHeight(section: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    const { current } = section;
    if (current === null || count === 0) return undefined;
    const { style } = document.documentElement;
    const notify = (): void => style.setProperty(ROOM, `${current.offsetHeight}px`);
    notify();
    // Aligned to the top of the toast, even if it is higher than the viewport.
    current.scrollTop = [...current.querySelectorAll<HTMLElement>('.toast')].at(-1)?.offsetTop ?? 0;
    // A toast grows when its details are opened.
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(notify);
    observer?.observe(current);
    return () => {
      observer?.disconnect();
      style.removeProperty(ROOM);
    };
  }, [section, count]);
}
