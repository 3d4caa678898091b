// A dialog with title, content and footer buttons. Escape and the close button close it unless it is busy.
import './floating.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';

export interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** While busy it cannot be closed. */
  readonly isBusy?: boolean;
  /** A CSS length. */
  readonly width?: string;
  /** A CSS length; by default the content's. */
  readonly height?: string;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Returns the popup's `finalFocus`: the element that had the focus when the dialog opened, unless the focus has left the dialog meanwhile.
 * Base UI records that element too late if the dialog's content focuses itself.
 */
export function useFocusBefore(isOpen: boolean, popup: { readonly current: HTMLElement | null }): () => HTMLElement | boolean {
  const before = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  if (isOpen && !wasOpen.current) before.current = document.activeElement;
  wasOpen.current = isOpen;
  const elementBefore = (): HTMLElement | undefined =>
    before.current instanceof HTMLElement && before.current !== document.body && before.current.isConnected ? before.current : undefined;
  // Base UI does not return the focus if the dialog is unmounted while open.
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (wasOpen.current && isLost) elementBefore()?.focus({ preventScroll: true });
    },
    [],
  );
  return () => {
    const focused = document.activeElement;
    const isOurs = focused === null || focused === document.body || popup.current?.contains(focused) === true;
    return isOurs ? (elementBefore() ?? true) : false;
  };
}

export function Dialog({ title, isOpen, onClose, isBusy = false, width, height, actions, footer, children }: DialogProps): ReactNode {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  const finalFocus = useFocusBefore(isOpen, popup);
  // Focus goes to the element that requests it, else to the dialog: the close button's tooltip would swallow the first Escape.
  const firstFocus = (): HTMLElement | null => {
    const focused = document.activeElement;
    return focused instanceof HTMLElement && popup.current?.contains(focused) === true ? focused : popup.current;
  };
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => (open || isBusy ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop forceRender className="dialog-ground" />
        <Base.Viewport className="dialog-place" style={width === undefined ? undefined : ({ '--dialog-width': width } as CSSProperties)}>
          <Base.Popup ref={popup} initialFocus={firstFocus} finalFocus={finalFocus} className="dialog" style={{ height }}>
            <div className="dialog-head">
              <Base.Title className="dialog-title">{title}</Base.Title>
              {actions}
              <Base.Close render={<IconButton label={t('close')} disabled={isBusy} />}>
                <X size={16} strokeWidth={1.75} />
              </Base.Close>
            </div>
            <div className="dialog-body">{children}</div>
            {footer === undefined ? null : <div className="dialog-foot">{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
