// Dialogs, and drawers at an edge of the window. Escape and the close button close them unless they are busy.
import './floating.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button.tsx';
import { useFocusBefore } from './focus.ts';

export interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether the dialog is busy and cannot be closed. */
  readonly isBusy?: boolean;
  /** A CSS length. */
  readonly width?: string;
  /** Height as a CSS length. Default: that of the content. */
  readonly height?: string;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, isBusy = false, width, height, actions, footer, children }: DialogProps): ReactNode {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  const finalFocus = useFocusBefore(isOpen, popup);
  // The focus goes to the element that requests it, otherwise to the dialog: the tooltip of the close button would consume the first Escape.
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

export interface DrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Edge of the window. Default: left. */
  readonly side?: 'left' | 'bottom';
  /** A CSS length; one at the bottom is as wide as the window. */
  readonly width?: string;
  readonly children: ReactNode;
}

/** A panel at an edge of the window, above everything else. Escape and its close button close it. */
export function Drawer({ title, onClose, side = 'left', width, children }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-ground" />
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          className="drawer"
          data-side={side}
          style={{ '--drawer-width': width } as CSSProperties}
        >
          <div className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close render={<IconButton label={t('close')} />}>
              <X size={16} strokeWidth={1.75} />
            </Base.Close>
          </div>
          <div className="dialog-body">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
