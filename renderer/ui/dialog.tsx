// A dialog: title, content, and buttons at its foot. Escape and the close button end it unless it is busy.
import './floating.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';

export interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** While it works it cannot be closed. */
  readonly isBusy?: boolean;
  /** A CSS length. */
  readonly width?: string;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Where a dialog goes away while it is open, the focus goes back to where it was: the primitive does that only for one that is closed first. */
function useFocusAfter(isOpen: boolean): void {
  const [before] = useState(() => document.activeElement);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    wasOpen.current = isOpen;
  }, [isOpen]);
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (wasOpen.current && isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

export function Dialog({ title, isOpen, onClose, isBusy = false, width, footer, children }: DialogProps): ReactNode {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  useFocusAfter(isOpen);
  // What asks for the focus gets it, else the dialog itself: not its close button, whose tooltip would take the first Escape.
  const firstFocus = (): HTMLElement | null => {
    const focused = document.activeElement;
    return focused instanceof HTMLElement && popup.current?.contains(focused) === true ? focused : popup.current;
  };
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => (open || isBusy ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop forceRender className="dialog-ground" />
        <Base.Viewport className="dialog-place" style={width === undefined ? undefined : ({ '--dialog-width': width } as CSSProperties)}>
          <Base.Popup ref={popup} initialFocus={firstFocus} className="dialog">
            <div className="dialog-head">
              <Base.Title className="dialog-title">{title}</Base.Title>
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
