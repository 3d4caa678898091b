// A panel at the left edge of the window, above everything else. Escape and its close button close it.
import './floating.css';
import './drawer.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';

export interface DrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  /** A CSS length. */
  readonly width: string;
  readonly children: ReactNode;
}

export function Drawer({ title, onClose, width, children }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-ground" />
        <Base.Popup ref={popup} initialFocus={popup} className="drawer" style={{ '--drawer-width': width } as CSSProperties}>
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
